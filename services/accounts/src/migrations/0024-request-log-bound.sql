-- Divides the request log by day, in three steps (the kit's daily tables).
select bound_rows('request_log', 'substr(id, 5, 10)', true, 'false');
