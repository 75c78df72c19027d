-- The headings of an uploaded file, in order: the mapping names columns by heading, and the list of refused rows is downloaded
-- below the file's own header, also after its bytes are gone. Rows on their way in have their temporary table from the import
-- itself, so the type goes.
alter table import_batches add column header text[] not null default '{}';
drop type import_row;
