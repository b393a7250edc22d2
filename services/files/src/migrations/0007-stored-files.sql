-- no transaction
-- Files whose bytes are kept, with their size: summed without a look at the rows.
create index concurrently if not exists file_stored on file (tenant_id) include (size)
  where removed_at is null;
