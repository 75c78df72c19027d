-- Files are read in another order than they were brought in: whose turn came later is told by the numbers of imports (docs/adr/0111).
alter table import_batches add column turn bigint;
