-- Files of Excel: read as they are, of which one sheet is imported.
alter table import_batches add column sheet text;
alter table import_batches drop constraint import_batches_encoding_check;
alter table import_batches add constraint import_batches_encoding_check
  check (encoding in ('utf-8', 'utf-8-bom', 'shift_jis', 'xlsx')) not valid;
alter table import_batches validate constraint import_batches_encoding_check;
