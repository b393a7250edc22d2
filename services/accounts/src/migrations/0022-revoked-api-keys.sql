-- no transaction
-- For the purge of keys that were revoked long ago; clients have `client_revoked_at`.
create index concurrently if not exists api_key_revoked_at on api_key (revoked_at)
  where revoked_at is not null;
