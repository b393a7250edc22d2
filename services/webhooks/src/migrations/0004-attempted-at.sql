alter table delivery add column attempted_at timestamptz;
