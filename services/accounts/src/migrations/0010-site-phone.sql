-- Of the place, for couriers and the control desk; code that runs beside this one leaves it empty.
alter table site add phone text;
