// The page's script, and streets below its map.
import './script.js';
import '@svc/web/browser/with-ground';
