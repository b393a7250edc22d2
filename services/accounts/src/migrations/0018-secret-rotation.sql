-- The previous secret, accepted until its end while programs change over to the new one.
alter table client
  add old_secret_hash text,
  add old_secret_expires_at timestamptz,
  add old_secret_last_used_at timestamptz,
  add rotated_at timestamptz;
alter table api_key
  add old_secret_hash text,
  add old_secret_expires_at timestamptz,
  add old_secret_last_used_at timestamptz,
  add rotated_at timestamptz;
