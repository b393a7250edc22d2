-- Flags of a reading: 1 late, 2 bad fix. The service decodes readings by itself.
create or replace function decode_readings(readings bytea) returns table (
  feed_no integer, vehicle_no integer, at timestamptz, seq bigint, temperature_mc integer,
  lat_e6 integer, lng_e6 integer, speed_kmh double precision, calibrated_until date, late boolean)
  language sql immutable as $$
  select substring(readings from o for 4)::integer, substring(readings from o + 4 for 4)::integer,
         to_timestamp(substring(readings from o + 8 for 8)::bigint / 1000.0),
         substring(readings from o + 16 for 8)::bigint,
         nullif(substring(readings from o + 24 for 4)::integer, -2147483648),
         nullif(substring(readings from o + 28 for 4)::integer, -2147483648),
         nullif(substring(readings from o + 32 for 4)::integer, -2147483648),
         nullif(substring(readings from o + 36 for 4)::integer, -2147483648) / 1000.0::float8,
         '1970-01-01'::date + nullif(substring(readings from o + 40 for 4)::integer, -2147483648),
         (get_byte(readings, o + 43) & 1) = 1
    from generate_series(1, length(readings), 45) o
$$;
