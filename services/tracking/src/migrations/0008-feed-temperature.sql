-- The newest temperature of a feed, beside its newest position.
alter table feed
  add column temperature_mc integer,
  add column measured_at timestamptz;
