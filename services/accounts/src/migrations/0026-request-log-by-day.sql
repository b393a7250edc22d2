select divide_by_day('request_log');
