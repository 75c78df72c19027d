-- Customers from before, a few at a time: nobody waits longer than for one of these.
update customers set found_as = null
where (account_id, id) in (select account_id, id from customers where found_as is null limit 5000);
