/**
 * Allow-list: which fields each scope gets back, by resource. A field that a contract gains is
 * refused by the test until it is allowed here, and with it every scope that reads the resource.
 *
 * `a.b` is a member, `a[]` an item, `a.*` a member of the client's own naming, `a=Name` a resource.
 */
import type { Scope } from '@svc/contracts';

const list = (item: string) => `object data[]=${item} has_more`;
const counted = (item: string) => `${list(item)} total`;

const job = `id ref object status sku service priority tenant.id tenant.name pickup.site_id pickup.name
  dropoff.site_id dropoff.name parcels seal un_number temperature_range_c.min
  temperature_range_c.max km created_at sla_due delivered_at cost_centre price.amount_cents
  price.currency price.vat_inclusive tracking_url certificate_url reference metadata.*
  return_job_id return_of`;

export const resources: Readonly<Record<string, string>> = {
  BookedJob: `${job} webhook_events[]`,
  Bundle: `format job.id job.ref custody=CustodyRecord certificate=Certificate certificate_jws
    cold_chain.certificate=Certificate cold_chain.certificate_jws jwks.keys[].*`,
  CancelledJob: `${job}
    webhook_events[] cancellation.reason cancellation.fee_cents cancellation.currency
    cancellation.rule`,
  Certificate: `id object type job_id issued_at custody.events custody.seal custody.chain_hash
    verify_url cold_chain_expected related[] cold_chain.range_c[] cold_chain.from cold_chain.to cold_chain.min_c
    cold_chain.max_c cold_chain.mkt_c cold_chain.coverage cold_chain.gaps[].from
    cold_chain.gaps[].to cold_chain.excursions[].device_id cold_chain.excursions[].from
    cold_chain.excursions[].to cold_chain.excursions[].minutes cold_chain.excursions[].min_c
    cold_chain.excursions[].max_c cold_chain.sensors[].device_id
    cold_chain.sensors[].calibrated_until cold_chain.readings_digest cold_chain.result`,
  CourierJob: `object id ref status pickup.site_id pickup.name dropoff.site_id dropoff.name parcels
    seal un_number temperature_range_c.min temperature_range_c.max temperature_class
    starts_at sla_due requirements.otp requirements.id_check requirements.signature
    requirements.photo return_job_id`,
  CreateDriverClientResponse: 'client_id client_secret',
  Route: `object id status next_run_on name sku timezone days[] stops[].site_id stops[].window
    dropoff_site_id starts_on ends_on skip_public_holidays cost_centre created_at`,
  CreateTelemetryProviderResponse: 'object id name client_id created_at client_secret secret',
  CreateWebhookResponse: 'id object url events[] status created_at secret',
  CustodyEvent: `v job_id seq at type by note seal position.lat_e6 position.lng_e6 details.* prev_hash
    hash`,
  CustodyRecord: `job_id chain_hash events[]=CustodyEvent texts[].seq texts[].member texts[].text
    texts[].salt`,
  DeleteUserResponse: 'id object deleted',
  DeleteWebhookResponse: 'id object deleted',
  Delivery: `id object event_id type attempt status response_code failure duration_ms
    response_excerpt attempted_at next_attempt_at created_at`,
  DeskJob: `${job}
    starts_at driver_id vehicle_id requirements.otp requirements.id_check
    requirements.signature requirements.photo`,
  Device: 'object id device_id vehicle_id created_at',
  Driver: `object id first_name last_name documents[].document documents[].expires_on has_photo
    client_id created_at`,
  Event: 'id type created_at tenant_id job_id sequence data.*',
  FeedStockResponse: 'object id accepted rejected errors[].row errors[].code',
  File: 'object id kind sha256 size',
  GetHandoverCodeResponse: 'object job_id code locked_until',
  GetManifestResponse: `object id status route_id run_on job_id specimen_count scanned_count digest created_at
    specimens[].barcode specimens[].container specimens[].temperature_class
    specimens[].un_number`,
  GetRouteResponse: `object id status next_run_on name sku timezone days[] stops[].site_id stops[].window
    dropoff_site_id starts_on ends_on skip_public_holidays cost_centre created_at
    runs[].run_on runs[].stop runs[].site_id runs[].window runs[].reason runs[].status
    runs[].job_id runs[].ref`,
  GetWholesaleFileResponse: `object id tenant_id dc name status size sha256 received_at answered_at took_ms attempts
    rows.total rows.booked rows.already_booked rows.refused rows.waiting faults[].column
    faults[].code faults[].message contents_removed_at row_list.data[].row
    row_list.data[].order_id row_list.data[].status row_list.data[].job_id
    row_list.data[].ref row_list.data[].faults[].column row_list.data[].faults[].code
    row_list.data[].faults[].message row_list.data[].pod_file row_list.has_more`,
  Incident: 'object id job_id category severity description occurred_at',
  Invoice: `object id number period status issued_at due_at lines[]=InvoiceLine line_count
    amount_cents vat_cents total_cents paid_cents currency vat_inclusive pdf_url`,
  InvoiceLine: 'job_id ref cost_centre label amount_cents vat_cents kind happened_at',
  Job: job,
  JobDetail: `${job}
    custody_events legs[].seq legs[].from_site_id legs[].to_site_id legs[].status
    legs[].departed_at legs[].arrived_at parcel_items[].id parcel_items[].barcode
    parcel_items[].seal parcel_items[].temperature_class parcel_items[].un_number
    requirements.otp requirements.id_check requirements.signature requirements.photo`,
  ListDeliveriesResponse: list('Delivery'),
  ListDevicesResponse: list('Device'),
  ListDriversResponse: list('Driver'),
  ListEventsResponse: list('Event'),
  ListIncidentsResponse: list('Incident'),
  ListInvoicesResponse: counted('Invoice'),
  ListJobsForDeskResponse: list('DeskJob'),
  ListJobsResponse: counted('Job'),
  ListRoutesResponse: list('Route'),
  ListSitesResponse: counted('Site'),
  ListStatementsResponse: counted('Statement'),
  ListTelemetryProvidersResponse: list('TelemetryProvider'),
  ListUsersResponse: counted('User'),
  ListVehiclesResponse: list('Vehicle'),
  ListWebhooksResponse: list('Webhook'),
  ListWholesaleFilesResponse: `object data[].object data[].id data[].tenant_id data[].dc data[].name data[].status
    data[].size data[].sha256 data[].received_at data[].answered_at data[].took_ms
    data[].attempts data[].rows.total data[].rows.booked data[].rows.already_booked
    data[].rows.refused data[].rows.waiting data[].faults[].column data[].faults[].code
    data[].faults[].message data[].contents_removed_at has_more`,
  MarkOrderReadyResponse: `object id order_ref status sealed_bag job_id ref tracking_url ready_at closed_at
    pickup_site_id dropoff_site_id items[].item_code items[].quantity created_at`,
  MovedJob: `${job}
    starts_at driver_id vehicle_id requirements.otp requirements.id_check
    requirements.signature requirements.photo webhook_events[]`,
  Payment: `object id tenant_id amount_cents currency received_on reference settled[].invoice_id
    settled[].number settled[].amount_cents credit_cents`,
  Policies: `default_cost_centre contact.phone contact.email requirements.*.otp requirements.*.id_check requirements.*.signature
    requirements.*.photo`,
  ProofOfDelivery: 'job_id recipient otp_verified id_check signature_url photo_url delivered_at',
  PushManifestResponse: `object id status route_id run_on job_id specimen_count scanned_count digest created_at`,
  Quote: `object id expires_at sku priority km lines[].label lines[].amount_cents amount_cents
    vat_cents total_cents currency vat_inclusive sla_minutes price_book_version`,
  QuoteList: `object price_book_version data[].id data[].sku data[].total_cents quotable_skus[].sku
    quotable_skus[].name quotable_skus[].unit quotable_skus[].price_cents`,
  QuoteOrderResponse: `object id order_id available reason items[].item_code items[].requested
    items[].available options[].quote_id options[].sku options[].priority
    options[].total_cents options[].currency options[].vat_inclusive options[].sla_minutes
    options[].eta_minutes expires_at`,
  ReadingsBundle: `format job.id job.ref certificate=Certificate certificate_jws jwks.keys[].*
    readings[].device_id readings[].seq readings[].at readings[].temperature_c
    readings[].calibrated_until`,
  ReplayWebhookResponse: 'object replayed',
  RotateTelemetrySecretResponse: 'secret old_secret_expires_at',
  RotateWebhookSecretResponse: 'secret old_secret_expires_at',
  Site: `id name type address position.lat position.lng time_zone receiving_hours cost_centres[]
    shared`,
  Statement: `object id period issued_at opening_balance_cents invoiced_cents received_cents
    balance_cents currency`,
  TelemetryBatch: 'object id accepted duplicates rejected[].index rejected[].code',
  TelemetryProvider: 'object id name client_id created_at',
  TemperatureTrace: `object job_id ref latest.device_id latest.at latest.temperature_c latest.out_of_range_since range_c[] from to min_c max_c mkt_c coverage gaps[].from gaps[].to
    excursions[].device_id excursions[].from excursions[].to excursions[].minutes
    excursions[].min_c excursions[].max_c sensors[].device_id sensors[].calibrated_until
    result page_url readings[].device_id readings[].seq readings[].at
    readings[].temperature_c readings[].calibrated_until has_more next`,
  TestWebhookResponse: 'object event_id',
  Tracking: `ref status tracking_url eta_minutes sla_due sla_status minutes_late
    out_of_range.temperature_c out_of_range.at out_of_range.since exception.reason
    exception.reason_detail exception.at exception.next_step exception.next_step_detail returned_at
    carrier.name carrier.phone carrier.email driver.first_name driver.photo_url
    vehicle.registration vehicle.last_position.lat vehicle.last_position.lng events[].at
    events[].type events[].note events[].seal`,
  User: 'id email name role created_at',
  Vehicle: `object id registration documents[].document documents[].expires_on last_position.lat
    last_position.lng created_at`,
  Webhook: 'id object url events[] status created_at',
};

/** What each scope may get, by operation. */
export const grants: Readonly<Record<Scope, Readonly<Record<string, string>>>> = {
  'admin:sites': {
    listSites: 'ListSitesResponse',
    createSite: 'Site',
    updateSite: 'Site',
    getPolicies: 'Policies',
    putPolicies: 'Policies',
  },
  'admin:users': {
    listUsers: 'ListUsersResponse',
    createUser: 'User',
    updateUser: 'User',
    deleteUser: 'DeleteUserResponse',
  },
  'certificates:read': {
    getCertificate: 'Certificate',
  },
  'custody:read': {
    getCustody: 'CustodyRecord',
    getCustodyBundle: 'Bundle',
  },
  'invoices:read': {
    listInvoices: 'ListInvoicesResponse',
    getInvoice: 'Invoice',
    listStatements: 'ListStatementsResponse',
  },
  'jobs:read': {
    listJobs: 'ListJobsResponse',
    getJob: 'JobDetail',
    getHandoverCode: 'GetHandoverCodeResponse',
  },
  'jobs:write': {
    bookJob: 'BookedJob',
    updateJob: 'BookedJob',
    cancelJob: 'CancelledJob',
    pushManifest: 'PushManifestResponse',
    getManifest: 'GetManifestResponse',
    createRoute: 'Route',
    listRoutes: 'ListRoutesResponse',
    getRoute: 'GetRouteResponse',
    updateRoute: 'Route',
  },
  'ops:courier': {
    reachMilestone: 'CourierJob',
    fileProof: 'File',
  },
  'ops:dispatch': {
    createTelemetryProvider: 'CreateTelemetryProviderResponse',
    listTelemetryProviders: 'ListTelemetryProvidersResponse',
    rotateTelemetrySecret: 'RotateTelemetrySecretResponse',
    createDevice: 'Device',
    listDevices: 'ListDevicesResponse',
    recordPayment: 'Payment',
    createDriver: 'Driver',
    listDrivers: 'ListDriversResponse',
    createDriverClient: 'CreateDriverClientResponse',
    putDriverPhoto: 'Driver',
    createVehicle: 'Vehicle',
    listVehicles: 'ListVehiclesResponse',
    listJobsForDesk: 'ListJobsForDeskResponse',
    assignJob: 'MovedJob',
    reachMilestone: 'MovedJob',
    fileProof: 'File',
    reportIncident: 'Incident',
    listIncidents: 'ListIncidentsResponse',
    listWholesaleFiles: 'ListWholesaleFilesResponse',
    getWholesaleFile: 'GetWholesaleFileResponse',
  },
  'partner:orders': {
    quoteOrder: 'QuoteOrderResponse',
    markOrderReady: 'MarkOrderReadyResponse',
    getOrder: 'MarkOrderReadyResponse',
  },
  'partner:stock': {
    feedStock: 'FeedStockResponse',
  },
  'pod:read': {
    getProofOfDelivery: 'ProofOfDelivery',
  },
  'quotes:write': {
    createQuote: 'Quote',
    listQuotes: 'QuoteList',
  },
  'telemetry:write': {
    ingestTelemetry: 'TelemetryBatch',
  },
  'temperature:read': {
    getTemperature: 'TemperatureTrace',
    getTemperatureBundle: 'ReadingsBundle',
  },
  'tracking:read': {
    trackJob: 'Tracking',
  },
  'webhooks:manage': {
    createWebhook: 'CreateWebhookResponse',
    listWebhooks: 'ListWebhooksResponse',
    getWebhook: 'Webhook',
    updateWebhook: 'Webhook',
    deleteWebhook: 'DeleteWebhookResponse',
    rotateWebhookSecret: 'RotateWebhookSecretResponse',
    testWebhook: 'TestWebhookResponse',
    replayWebhook: 'ReplayWebhookResponse',
    listDeliveries: 'ListDeliveriesResponse',
    listEvents: 'ListEventsResponse',
  },
};
