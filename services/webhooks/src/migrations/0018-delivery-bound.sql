-- Divides the log of deliveries by day, in three steps (the kit's daily tables).
select bound_rows('delivery', 'id', 'whd_', 'false');
