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
