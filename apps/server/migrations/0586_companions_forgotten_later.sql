-- Until when the register of somebody else's stay needs a guest who waits there and was erased by the address or telephone (docs/adr/0366).
alter table stay_reservation_customers add column forget_on date;
