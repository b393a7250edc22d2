drop index certificate_once;
