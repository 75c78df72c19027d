-- What stood first in the dates of the last file of these headings: offered for the next one that leaves it open.
alter table import_mappings add column date_order text constraint import_mappings_date_order_check check (date_order in ('mdy', 'dmy'));
