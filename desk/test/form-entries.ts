const ticked = { confirmed: 'yes' };
const meant = { ...ticked, reason: 'Nobody was there.', version: '1' };

/** Entries for each form that has a field to be filled in, by the path of the form. */
export const formEntries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/clients/{id}/rotate': { overlap_hours: '24' },
  '/keys/{id}/rotate': { overlap_hours: '24' },
  '/people/{id}/role': { role: 'auditor' },
  '/desk/jobs/{id}/assign': { driver_id: 'drv_1', vehicle_id: 'veh_1', version: '1', ...ticked },
  '/desk/jobs/{id}/undo-assignment': { version: '1', ...ticked },
  '/desk/jobs/{id}/incidents': { category: 'delay', severity: 'high', description: 'Road closed.' },
  '/desk/jobs/{id}/notes': { text: 'The laboratory closes at four.' },
  '/desk/jobs/{id}/depart': meant,
  '/desk/jobs/{id}/arrive': { eta_minutes: '10', ...meant },
  '/desk/jobs/{id}/collect': {
    ...{ seal: 'SL-00421', parcels_scanned: '1', box_temperature_c: '4.2', ...meant },
  },
  '/desk/jobs/{id}/fail-pickup': meant,
  '/desk/jobs/{id}/scan': { seal: 'SL-00421', location: 'Midrand hub', ...meant },
  '/desk/jobs/{id}/deliver': {
    ...{ seal: 'SL-00421', recipient: 'Reception', id_check: 'not_required', ...meant },
  },
  '/desk/jobs/{id}/fail-delivery': meant,
  '/desk/jobs/{id}/resume': meant,
  '/desk/jobs/{id}/change': { version: '1', ...ticked },
  '/desk/jobs/{id}/cancel': meant,
  '/jobs/{id}/cancel': { reason: 'Not needed any more.', ...ticked },
  '/sites/{id}': {
    ...{ name: 'North clinic', type: 'lab', time_zone: 'Africa/Johannesburg' },
    ...{ 'position.lat': '-26.2041', 'position.lng': '28.0473', receiving_hours: '24/7' },
  },
  '/reception/{id}': { barcode: 'S-3', verdict: 'accepted' },
  '/webhooks/{id}/status': { status: 'disabled' },
  '/webhooks/{id}/address': { url: 'https://b.example/' },
  '/webhooks/{id}/events': { events: '*' },
  '/webhooks/{id}/replay': { since: '2026-11-02T08:30' },
  '/webhooks/{id}/replay-event': { event_id: 'evt_01' },
};
