select check_bound('request_log');
