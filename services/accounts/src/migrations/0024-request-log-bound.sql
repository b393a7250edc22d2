-- Divides the request log by day, in three steps (the kit's daily tables).
select bound_rows('request_log', 'id', 'req_', 'false');
