/**
 * Files: what wholesalers book by file instead of by call.
 *
 * Terms
 * - **wholesaler**: a tenant with a home of its own on the SFTP server.
 * - **distribution centre** (dc): a site of the wholesaler, and the folder of its files.
 * - **consignee**: the site that a row's totes go to.
 * - **cut-off**: until this time of the centre's day, rows are for today; after it for tomorrow.
 * - **fault**: an error of a file (row 0) or a row, by column and code.
 * - **answer**: the `.err` and `.ack` that a file gets.
 * Sources: API document (File channel for wholesalers), decisions (Wholesale files).
 */
import { recordedChanges } from '../change.ts';
import { defineContract } from '../define.ts';
import { quarantinedEvents } from '../quarantine.ts';
import { filesActions as actions } from './actions.ts';
import { filesEvents as events } from './events.ts';

export * from './requests.ts';
export * from './resource.ts';

export const files = defineContract({
  name: 'files',
  actions,
  events: { ...events, ...recordedChanges, ...quarantinedEvents },
});
