select divide_by_day('delivery');
