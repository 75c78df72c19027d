-- The keys take the indexes that 0240 built beside the work.
alter table customer_rfms drop constraint customer_rfms_pkey,
  add constraint customer_rfms_pkey primary key using index customer_rfms_of_each;
alter table customer_rfm_histories drop constraint customer_rfm_histories_pkey,
  add constraint customer_rfm_histories_pkey primary key using index customer_rfm_histories_of_each;
