-- Every gateway looks for the latest revocations twice a minute.
create index client_revoked_at on client (revoked_at) where revoked_at is not null;
