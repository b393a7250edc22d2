-- Keys by which people know a parcel: its SSCC, and the random characters of its id, which are those
-- of the carrier's own code.
create function parcel_keys(parcel_items json) returns text[] language sql immutable parallel safe
  return (
    select array_agg(key)
      from json_array_elements(parcel_items) as item,
           unnest(array[right(item ->> 'id', 16), item ->> 'sscc']) as key
     where key is not null);

-- Lexemes of a text, in lower case; punctuation parts words.
create function search_words(text) returns tsvector language sql immutable parallel safe
  return to_tsvector('simple', regexp_replace($1, '[^[:alnum:]]+', ' ', 'g'));

-- Keys are random: without a pending list each write goes to their own pages at once.
create index job_parcel on job using gin (parcel_keys(parcel_items)) with (fastupdate = off);

-- Words repeat: with a pending list, short enough to be merged and read within milliseconds, a change of
-- a job writes 0.5 KB of WAL here, instead of 0.8 to 2 KB without.
create index job_words on job using gin (
  search_words((pickup ->> 'name') || ' ' || (dropoff ->> 'name') || ' ' || reference)
) with (gin_pending_list_limit = 256) where status not in ('delivered', 'cancelled');
