-- Telephone in E.164; base is a name and a position; shifts are a week's pattern and its exceptions.
alter table driver
  add column retired_at timestamptz,
  add column phone text,
  add column base json,
  add column shifts json;
-- Capacity: parcels by temperature class.
alter table vehicle
  add column retired_at timestamptz,
  add column base json,
  add column capacity json not null default '[]';
