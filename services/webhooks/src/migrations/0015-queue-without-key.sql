-- The log, written with it, has the same key. Nothing looks rows up by this one, but a plan may: where
-- the queue is short and the files of `pending_delivery_next` are long, it reads a whole queue by it.
alter table pending_delivery drop constraint pending_delivery_pkey;
