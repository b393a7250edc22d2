select check_bound('delivery');
