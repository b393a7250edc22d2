/** Tags of the OpenAPI document, each with its description. A route cannot name another one. */
export const tagDescriptions = {
  Quotes: 'Prices from the price book, held for 15 minutes.',
  Jobs: 'Courier jobs, from booking to delivery.',
  Tracking: 'Current status and expected arrival of a job.',
  Custody: 'Chain of custody, proof of delivery and certificates.',
  'Transparency log': 'Append-only public log of certificates.',
  Laboratories: 'Collection routes, manifests and specimen reception.',
  Pharmacies: 'Orders and stock feeds of pharmacies, and files of wholesalers.',
  Telemetry: 'Signed readings from vehicles and temperature probes.',
  Temperature: 'Temperature traces of jobs with a required range.',
  Webhooks: 'Signed events, pushed to your endpoints or fetched from the feed.',
  Billing: 'Invoices, statements and payments.',
  Operations: 'Carrier operations: control desk and couriers.',
  'Public pages': 'Pages opened by a link, without credentials.',
  Sites: 'Places to collect from and deliver to.',
  Users: 'Members of your organisation.',
  Requests: 'API requests made with your credentials.',
  'Audit log': 'Changes that people made, and their reasons.',
  Policies: 'Booking defaults of your organisation.',
  Service: 'Service health.',
  Authentication: 'Access tokens and the keys to verify them.',
  Documentation: 'This documentation.',
} as const;

export type Tag = keyof typeof tagDescriptions;
