-- Customers whom the functions of before 0522 wrote, a few at a time.
update customers set found_as = null
where (account_id, id) in (select account_id, id from customers where found_as is null or right(found_as, 1) <> 'ǃ' limit 5000);
