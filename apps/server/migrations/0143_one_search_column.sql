-- What customers were searched by before.
alter table customers drop column search, drop column search_spaced;
drop function customer_search(text, text, text, text, text, text);
drop function search_spaced(text);
