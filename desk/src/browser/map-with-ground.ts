import './map.ts';
import '@svc/web/browser/with-ground';
