import './job.ts';
import '@svc/web/browser/with-ground';
