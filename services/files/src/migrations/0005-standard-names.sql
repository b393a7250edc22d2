alter table wholesaler rename swept_at to cleaned_at;
alter table mailbox rename swept_at to cleaned_at;
-- Stat snapshot (kind, size, time of change) of each file in an inbound folder.
alter table sighting rename to file_stat;
alter table file_stat rename look to stat;
alter index sighting_pkey rename to file_stat_pkey;
alter table file rename look to stat;
alter table mailed_file rename to mail_attachment;
alter index mailed_file_pkey rename to mail_attachment_pkey;
alter index mailed_file_file rename to mail_attachment_file;
-- Moving the file out of the inbound folder.
alter table file drop constraint file_step_check;
drop index file_taking;
update file set step = 'moving' where step = 'taking';
alter table file add constraint file_step_check
  check (step in ('moving', 'reading', 'parsing', 'booking', 'answering', 'answered'));
create unique index file_moving on file (tenant_id, dc, name) where step = 'moving';
