-- A file of custody, of the same job; null where no photo was taken.
alter table incident add column photo_file_id text collate "C";
