/** Tags of the OpenAPI document, each with its description. A route cannot name another one. */
export const tagDescriptions = {
  Quotes: 'Prices from the price book, held for 15 minutes.',
  Jobs: 'Courier jobs from booking to delivery.',
  Tracking: 'Where a job is and when it arrives.',
  Custody: 'Who held what when, proof of delivery, certificates.',
  'Transparency log': 'What was certified, in an order that its operator cannot rewrite unnoticed.',
  Laboratories: 'Collection routes, manifests and results-ready notices of laboratories.',
  Pharmacies: 'Wholesale feeds and orders of pharmacies.',
  Telemetry: 'Signed readings of vehicles and temperature probes.',
  Temperature: 'Temperature traces of jobs that are kept in a range.',
  Webhooks: 'Signed events, sent to you or fetched.',
  Billing: 'Invoices, statements and payments.',
  Operations: 'The control desk and its couriers.',
  'Public pages': 'Opened by a link, without credentials.',
  Sites: 'Places to collect from and deliver to.',
  Users: 'People of your organisation.',
  Requests: 'What your credentials asked of the API, and how it was answered.',
  'Audit log': 'What people changed, and why.',
  Policies: 'Defaults of your bookings.',
  Service: 'The service itself.',
  Authentication: 'Access tokens and the keys to verify them.',
  Documentation: 'This documentation.',
} as const;

export type Tag = keyof typeof tagDescriptions;
