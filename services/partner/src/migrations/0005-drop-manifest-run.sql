-- Its rows are in `manifest_open_run`.
drop index manifest_run;
