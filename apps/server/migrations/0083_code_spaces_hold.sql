-- The built keys take over. Looks through the rows there are without shutting anybody out (docs/adr/0076).
alter table stay_reservations validate constraint stay_reservations_code_space_system;
alter table stay_reservations drop constraint stay_reservations_account_id_facility_account_id_reservatio_key;
alter table stay_transactions drop constraint stay_transactions_account_id_facility_account_id_transactio_key;
