-- Birthday and gender decide what campaigns pay, so that they must not depend on which line came first: each reservation keeps what it
-- said of its guest, and the customer's are those of the latest word (docs/adr/0012).
alter table stay_reservation_customers add column birthday date, add column gender text check (gender in ('male', 'female', 'other'));
