// Generated from the OpenAPI document by npm run document -- --write. DO NOT EDIT.

package courier

import (
	"context"
	"net/url"
)

// CreateQuote: Create a quote (POST /quotes).
func (client *Client) CreateQuote(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/quotes", args)
}

// ListQuotes: List held quotes and quotable SKUs (GET /quotes).
func (client *Client) ListQuotes(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/quotes", args)
}

// BookJob: Book a job (POST /jobs).
func (client *Client) BookJob(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/jobs", args)
}

// ListJobs: List jobs (GET /jobs).
func (client *Client) ListJobs(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/jobs", args)
}

// GetJob: Fetch a job (GET /jobs/{id}).
func (client *Client) GetJob(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/jobs/"+url.PathEscape(id), args)
}

// UpdateJob: Update a job before collection (PATCH /jobs/{id}).
func (client *Client) UpdateJob(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "PATCH", "/jobs/"+url.PathEscape(id), args)
}

// CancelJob: Cancel a job before collection (POST /jobs/{id}/cancel).
func (client *Client) CancelJob(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/jobs/"+url.PathEscape(id)+"/cancel", args)
}

// GetHandoverCode: Retrieve the handover code (GET /jobs/{id}/handover-code).
func (client *Client) GetHandoverCode(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/jobs/"+url.PathEscape(id)+"/handover-code", args)
}

// GetLabels: Print the labels of a job (GET /jobs/{id}/labels).
func (client *Client) GetLabels(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/jobs/"+url.PathEscape(id)+"/labels", args)
}

// GetWaybill: Print the waybill of a job (GET /jobs/{id}/waybill).
func (client *Client) GetWaybill(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/jobs/"+url.PathEscape(id)+"/waybill", args)
}

// TrackJob: Track a job (GET /tracking/{ref}).
func (client *Client) TrackJob(ctx context.Context, ref string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/tracking/"+url.PathEscape(ref), args)
}

// GetCustody: Retrieve the chain of custody (GET /jobs/{id}/custody).
func (client *Client) GetCustody(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/jobs/"+url.PathEscape(id)+"/custody", args)
}

// GetCustodyBundle: Download a custody bundle (GET /jobs/{id}/custody/bundle).
func (client *Client) GetCustodyBundle(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/jobs/"+url.PathEscape(id)+"/custody/bundle", args)
}

// GetProofOfDelivery: Retrieve the proof of delivery (GET /jobs/{id}/pod).
func (client *Client) GetProofOfDelivery(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/jobs/"+url.PathEscape(id)+"/pod", args)
}

// GetCertificate: Fetch a certificate (GET /certificates/{id}).
func (client *Client) GetCertificate(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/certificates/"+url.PathEscape(id), args)
}

// GetCertificateProof: Fetch the inclusion proof of a certificate (GET /certificates/{id}/proof).
func (client *Client) GetCertificateProof(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/certificates/"+url.PathEscape(id)+"/proof", args)
}

// QuoteOrder: Quote an order (POST /partner/quotes).
func (client *Client) QuoteOrder(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/partner/quotes", args)
}

// MarkOrderReady: Mark an order as ready (POST /partner/orders/{id}/ready).
func (client *Client) MarkOrderReady(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/partner/orders/"+url.PathEscape(id)+"/ready", args)
}

// GetOrder: Fetch an order (GET /partner/orders/{id}).
func (client *Client) GetOrder(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/partner/orders/"+url.PathEscape(id), args)
}

// FeedStock: Send a stock feed (POST /partner/stock-feed).
func (client *Client) FeedStock(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/partner/stock-feed", args)
}

// PushManifest: Create a manifest (POST /manifests).
func (client *Client) PushManifest(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/manifests", args)
}

// GetManifest: Fetch a manifest (GET /manifests/{id}).
func (client *Client) GetManifest(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/manifests/"+url.PathEscape(id), args)
}

// ReceiveSpecimens: Record the reception of specimens (POST /jobs/{id}/reception).
func (client *Client) ReceiveSpecimens(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/jobs/"+url.PathEscape(id)+"/reception", args)
}

// GetReception: Fetch the reception of a job (GET /jobs/{id}/reception).
func (client *Client) GetReception(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/jobs/"+url.PathEscape(id)+"/reception", args)
}

// CreateRoute: Create a route (POST /routes).
func (client *Client) CreateRoute(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/routes", args)
}

// ListRoutes: List routes (GET /routes).
func (client *Client) ListRoutes(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/routes", args)
}

// GetRoute: Fetch a route with its latest stops (GET /routes/{id}).
func (client *Client) GetRoute(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/routes/"+url.PathEscape(id), args)
}

// UpdateRoute: Pause, resume or end a route (PATCH /routes/{id}).
func (client *Client) UpdateRoute(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "PATCH", "/routes/"+url.PathEscape(id), args)
}

// IngestTelemetry: Send a signed batch of readings (POST /telemetry/fleet).
func (client *Client) IngestTelemetry(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/telemetry/fleet", args)
}

// ForwardTelemetry: Forward a telematics system's own JSON (POST /telemetry/forwarded/{format}).
func (client *Client) ForwardTelemetry(ctx context.Context, format string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/telemetry/forwarded/"+url.PathEscape(format), args)
}

// ReportPositions: Report where the phone is (POST /courier/positions).
func (client *Client) ReportPositions(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/courier/positions", args)
}

// CreateTelemetryProvider: Register a telemetry provider (POST /ops/telemetry-providers).
func (client *Client) CreateTelemetryProvider(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/telemetry-providers", args)
}

// ListTelemetryProviders: List telemetry providers (GET /ops/telemetry-providers).
func (client *Client) ListTelemetryProviders(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/telemetry-providers", args)
}

// RotateTelemetrySecret: Rotate a provider's signing secret or key (POST /ops/telemetry-providers/{id}/rotate-secret).
func (client *Client) RotateTelemetrySecret(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/telemetry-providers/"+url.PathEscape(id)+"/rotate-secret", args)
}

// CreateDevice: Register a device in a vehicle (POST /ops/devices).
func (client *Client) CreateDevice(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/devices", args)
}

// ListDevices: List devices (GET /ops/devices).
func (client *Client) ListDevices(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/devices", args)
}

// GetTemperature: Retrieve the temperatures of a job (GET /jobs/{id}/temperature).
func (client *Client) GetTemperature(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/jobs/"+url.PathEscape(id)+"/temperature", args)
}

// GetTemperatureBundle: Download the certified readings (GET /jobs/{id}/temperature/bundle).
func (client *Client) GetTemperatureBundle(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/jobs/"+url.PathEscape(id)+"/temperature/bundle", args)
}

// CreateWebhook: Register a webhook endpoint (POST /webhooks).
func (client *Client) CreateWebhook(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/webhooks", args)
}

// ListWebhooks: List webhook endpoints (GET /webhooks).
func (client *Client) ListWebhooks(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/webhooks", args)
}

// GetWebhook: Fetch a webhook endpoint (GET /webhooks/{id}).
func (client *Client) GetWebhook(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/webhooks/"+url.PathEscape(id), args)
}

// UpdateWebhook: Update a webhook endpoint (PATCH /webhooks/{id}).
func (client *Client) UpdateWebhook(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "PATCH", "/webhooks/"+url.PathEscape(id), args)
}

// DeleteWebhook: Delete a webhook endpoint (DELETE /webhooks/{id}).
func (client *Client) DeleteWebhook(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "DELETE", "/webhooks/"+url.PathEscape(id), args)
}

// RotateWebhookSecret: Rotate the signing secret (POST /webhooks/{id}/rotate-secret).
func (client *Client) RotateWebhookSecret(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/webhooks/"+url.PathEscape(id)+"/rotate-secret", args)
}

// TestWebhook: Send a test event (POST /webhooks/{id}/test).
func (client *Client) TestWebhook(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/webhooks/"+url.PathEscape(id)+"/test", args)
}

// ReplayWebhook: Replay events (POST /webhooks/{id}/replay).
func (client *Client) ReplayWebhook(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/webhooks/"+url.PathEscape(id)+"/replay", args)
}

// ListDeliveries: List deliveries of a webhook endpoint (GET /webhooks/{id}/deliveries).
func (client *Client) ListDeliveries(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/webhooks/"+url.PathEscape(id)+"/deliveries", args)
}

// GetWebhookHealth: Retrieve delivery statistics of a webhook endpoint (GET /webhooks/{id}/health).
func (client *Client) GetWebhookHealth(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/webhooks/"+url.PathEscape(id)+"/health", args)
}

// ListEvents: List events (GET /events).
func (client *Client) ListEvents(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/events", args)
}

// GetEvent: Fetch an event (GET /events/{id}).
func (client *Client) GetEvent(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/events/"+url.PathEscape(id), args)
}

// ListSites: List sites (GET /sites).
func (client *Client) ListSites(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/sites", args)
}

// CreateSite: Add a site (POST /sites).
func (client *Client) CreateSite(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/sites", args)
}

// UpdateSite: Update a site (PATCH /sites/{id}).
func (client *Client) UpdateSite(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "PATCH", "/sites/"+url.PathEscape(id), args)
}

// ListUsers: List users (GET /users).
func (client *Client) ListUsers(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/users", args)
}

// CreateUser: Add a user (POST /users).
func (client *Client) CreateUser(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/users", args)
}

// UpdateUser: Update a user (PATCH /users/{id}).
func (client *Client) UpdateUser(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "PATCH", "/users/"+url.PathEscape(id), args)
}

// DeleteUser: Remove a user (DELETE /users/{id}).
func (client *Client) DeleteUser(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "DELETE", "/users/"+url.PathEscape(id), args)
}

// CreateClient: Create an OAuth client (POST /clients).
func (client *Client) CreateClient(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/clients", args)
}

// ListClients: List OAuth clients (GET /clients).
func (client *Client) ListClients(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/clients", args)
}

// DeleteClient: Revoke an OAuth client (DELETE /clients/{id}).
func (client *Client) DeleteClient(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "DELETE", "/clients/"+url.PathEscape(id), args)
}

// RotateClientSecret: Rotate the secret of an OAuth client (POST /clients/{id}/rotate-secret).
func (client *Client) RotateClientSecret(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/clients/"+url.PathEscape(id)+"/rotate-secret", args)
}

// EndOldClientSecret: Revoke the previous secret of an OAuth client (DELETE /clients/{id}/old-secret).
func (client *Client) EndOldClientSecret(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "DELETE", "/clients/"+url.PathEscape(id)+"/old-secret", args)
}

// CreateApiKey: Create an API key (POST /api-keys).
func (client *Client) CreateApiKey(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/api-keys", args)
}

// ListApiKeys: List API keys (GET /api-keys).
func (client *Client) ListApiKeys(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/api-keys", args)
}

// DeleteApiKey: Revoke an API key (DELETE /api-keys/{id}).
func (client *Client) DeleteApiKey(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "DELETE", "/api-keys/"+url.PathEscape(id), args)
}

// RotateApiKey: Rotate an API key (POST /api-keys/{id}/rotate).
func (client *Client) RotateApiKey(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/api-keys/"+url.PathEscape(id)+"/rotate", args)
}

// EndOldApiKey: Revoke the previous secret of an API key (DELETE /api-keys/{id}/old-key).
func (client *Client) EndOldApiKey(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "DELETE", "/api-keys/"+url.PathEscape(id)+"/old-key", args)
}

// ListRequests: Search your requests (GET /request-log).
func (client *Client) ListRequests(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/request-log", args)
}

// GetUsage: Retrieve your usage (GET /usage).
func (client *Client) GetUsage(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/usage", args)
}

// ListChanges: Retrieve the audit log (GET /audit-log).
func (client *Client) ListChanges(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/audit-log", args)
}

// GetPolicies: Retrieve booking defaults (GET /policies).
func (client *Client) GetPolicies(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/policies", args)
}

// PutPolicies: Replace booking defaults (PUT /policies).
func (client *Client) PutPolicies(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "PUT", "/policies", args)
}

// ListInvoices: List invoices (GET /invoices).
func (client *Client) ListInvoices(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/invoices", args)
}

// GetInvoice: Fetch an invoice (GET /invoices/{id}).
func (client *Client) GetInvoice(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/invoices/"+url.PathEscape(id), args)
}

// ListStatements: List statements (GET /statements).
func (client *Client) ListStatements(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/statements", args)
}

// GetStatement: Fetch a statement (GET /statements/{id}).
func (client *Client) GetStatement(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/statements/"+url.PathEscape(id), args)
}

// RecordPayment: Record a payment (POST /ops/payments).
func (client *Client) RecordPayment(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/payments", args)
}

// CreateDriver: Add a driver (POST /ops/drivers).
func (client *Client) CreateDriver(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/drivers", args)
}

// ListDrivers: List drivers (GET /ops/drivers).
func (client *Client) ListDrivers(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/drivers", args)
}

// GetDriver: Fetch a driver (GET /ops/drivers/{id}).
func (client *Client) GetDriver(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/drivers/"+url.PathEscape(id), args)
}

// UpdateDriver: Update a driver (PATCH /ops/drivers/{id}).
func (client *Client) UpdateDriver(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "PATCH", "/ops/drivers/"+url.PathEscape(id), args)
}

// CreateDriverClient: Create a client for a driver's device (POST /ops/drivers/{id}/client).
func (client *Client) CreateDriverClient(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/drivers/"+url.PathEscape(id)+"/client", args)
}

// CreateDeviceEnrolment: Create a device enrolment for a driver (POST /ops/drivers/{id}/device-enrolments).
func (client *Client) CreateDeviceEnrolment(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/drivers/"+url.PathEscape(id)+"/device-enrolments", args)
}

// PutDriverDocument: Record a driver's document (POST /ops/drivers/{id}/documents).
func (client *Client) PutDriverDocument(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/drivers/"+url.PathEscape(id)+"/documents", args)
}

// PutVehicleDocument: Record a vehicle's document (POST /ops/vehicles/{id}/documents).
func (client *Client) PutVehicleDocument(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/vehicles/"+url.PathEscape(id)+"/documents", args)
}

// ListCourierDevices: List couriers' devices (GET /ops/courier-devices).
func (client *Client) ListCourierDevices(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/courier-devices", args)
}

// DeleteCourierDevice: Revoke a courier's device (DELETE /ops/courier-devices/{id}).
func (client *Client) DeleteCourierDevice(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "DELETE", "/ops/courier-devices/"+url.PathEscape(id), args)
}

// PutDriverPhoto: Set a driver's photo (PUT /ops/drivers/{id}/photo).
func (client *Client) PutDriverPhoto(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "PUT", "/ops/drivers/"+url.PathEscape(id)+"/photo", args)
}

// CreateVehicle: Add a vehicle (POST /ops/vehicles).
func (client *Client) CreateVehicle(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/vehicles", args)
}

// ListVehicles: List vehicles (GET /ops/vehicles).
func (client *Client) ListVehicles(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/vehicles", args)
}

// GetVehicle: Fetch a vehicle (GET /ops/vehicles/{id}).
func (client *Client) GetVehicle(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/vehicles/"+url.PathEscape(id), args)
}

// UpdateVehicle: Update a vehicle (PATCH /ops/vehicles/{id}).
func (client *Client) UpdateVehicle(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "PATCH", "/ops/vehicles/"+url.PathEscape(id), args)
}

// ListJobsForDesk: List all tenants' jobs (GET /ops/jobs).
func (client *Client) ListJobsForDesk(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/jobs", args)
}

// GetJobForDesk: Fetch a job of any tenant (GET /ops/jobs/{id}).
func (client *Client) GetJobForDesk(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/jobs/"+url.PathEscape(id), args)
}

// UpdateJobForDesk: Update a job of any tenant before collection (PATCH /ops/jobs/{id}).
func (client *Client) UpdateJobForDesk(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "PATCH", "/ops/jobs/"+url.PathEscape(id), args)
}

// ReachMilestone: Record a milestone (POST /ops/jobs/{id}/milestones).
func (client *Client) ReachMilestone(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/jobs/"+url.PathEscape(id)+"/milestones", args)
}

// FileProof: Upload a signature or photo of a hand-over (POST /ops/jobs/{job_id}/files).
func (client *Client) FileProof(ctx context.Context, jobId string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/jobs/"+url.PathEscape(jobId)+"/files", args)
}

// ReportIncident: Report an incident (POST /ops/incidents).
func (client *Client) ReportIncident(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/incidents", args)
}

// ListIncidents: List incidents (GET /ops/incidents).
func (client *Client) ListIncidents(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/incidents", args)
}

// GetCustodyForDesk: Retrieve the verified chain of custody of a job of any tenant (GET /ops/jobs/{id}/custody).
func (client *Client) GetCustodyForDesk(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/jobs/"+url.PathEscape(id)+"/custody", args)
}

// GetCustodyBundleForDesk: Download the custody bundle of a job of any tenant (GET /ops/jobs/{id}/custody/bundle).
func (client *Client) GetCustodyBundleForDesk(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/jobs/"+url.PathEscape(id)+"/custody/bundle", args)
}

// GetTemperatureForDesk: Retrieve the temperatures of a job of any tenant (GET /ops/jobs/{id}/temperature).
func (client *Client) GetTemperatureForDesk(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/jobs/"+url.PathEscape(id)+"/temperature", args)
}

// DecideSuspectReadings: Decide on suspect readings (POST /ops/jobs/{id}/temperature/decision).
func (client *Client) DecideSuspectReadings(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/jobs/"+url.PathEscape(id)+"/temperature/decision", args)
}

// OpenProofOfDelivery: Open the proof of delivery of a job of any tenant (POST /ops/jobs/{id}/open-proof).
func (client *Client) OpenProofOfDelivery(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/jobs/"+url.PathEscape(id)+"/open-proof", args)
}

// GetTimeline: Retrieve the two-day schedule of all drivers (GET /ops/timeline).
func (client *Client) GetTimeline(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/timeline", args)
}

// SuggestDrivers: Suggest drivers for a job (GET /ops/jobs/{id}/driver-suggestions).
func (client *Client) SuggestDrivers(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/jobs/"+url.PathEscape(id)+"/driver-suggestions", args)
}

// AssignJob: Assign a driver and vehicle (POST /ops/jobs/{id}/assign).
func (client *Client) AssignJob(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/jobs/"+url.PathEscape(id)+"/assign", args)
}

// TransferJob: Transfer parcels on board to another driver and vehicle (POST /ops/jobs/{id}/transfer).
func (client *Client) TransferJob(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/jobs/"+url.PathEscape(id)+"/transfer", args)
}

// PlanLegs: Plan the legs of a job over hubs (PUT /ops/jobs/{id}/legs).
func (client *Client) PlanLegs(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "PUT", "/ops/jobs/"+url.PathEscape(id)+"/legs", args)
}

// GetHub: Retrieve what a hub expects, has and sent on (GET /ops/hubs/{id}).
func (client *Client) GetHub(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/hubs/"+url.PathEscape(id), args)
}

// UndoAssignment: Undo an assignment (POST /ops/jobs/{id}/undo-assignment).
func (client *Client) UndoAssignment(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/jobs/"+url.PathEscape(id)+"/undo-assignment", args)
}

// CancelJobForDesk: Cancel a job of any tenant before collection (POST /ops/jobs/{id}/cancel).
func (client *Client) CancelJobForDesk(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/jobs/"+url.PathEscape(id)+"/cancel", args)
}

// AddJobNote: Add a note to a job (POST /ops/jobs/{id}/notes).
func (client *Client) AddJobNote(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/jobs/"+url.PathEscape(id)+"/notes", args)
}

// ListJobNotes: List the notes on a job (GET /ops/jobs/{id}/notes).
func (client *Client) ListJobNotes(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/jobs/"+url.PathEscape(id)+"/notes", args)
}

// ListMessages: List the messages between desk and courier (GET /ops/jobs/{id}/messages).
func (client *Client) ListMessages(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/jobs/"+url.PathEscape(id)+"/messages", args)
}

// SendMessage: Send a message about a job (POST /ops/jobs/{id}/messages).
func (client *Client) SendMessage(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/jobs/"+url.PathEscape(id)+"/messages", args)
}

// ReadMessages: Mark messages as read (POST /ops/jobs/{id}/messages/read).
func (client *Client) ReadMessages(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/jobs/"+url.PathEscape(id)+"/messages/read", args)
}

// ListCourierMessages: List the messages between desk and courier (GET /courier/jobs/{id}/messages).
func (client *Client) ListCourierMessages(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/courier/jobs/"+url.PathEscape(id)+"/messages", args)
}

// SendCourierMessage: Send a message about a job (POST /courier/jobs/{id}/messages).
func (client *Client) SendCourierMessage(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/courier/jobs/"+url.PathEscape(id)+"/messages", args)
}

// ReadCourierMessages: Mark messages as read (POST /courier/jobs/{id}/messages/read).
func (client *Client) ReadCourierMessages(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/courier/jobs/"+url.PathEscape(id)+"/messages/read", args)
}

// CreateAsset: Add a box or another asset (POST /ops/assets).
func (client *Client) CreateAsset(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/assets", args)
}

// ListAssets: List assets (GET /ops/assets).
func (client *Client) ListAssets(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/assets", args)
}

// GetAsset: Fetch an asset (GET /ops/assets/{id}).
func (client *Client) GetAsset(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/assets/"+url.PathEscape(id), args)
}

// UpdateAsset: Update an asset (PATCH /ops/assets/{id}).
func (client *Client) UpdateAsset(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "PATCH", "/ops/assets/"+url.PathEscape(id), args)
}

// BindAsset: Bind a probe, parcels or a place to an asset (POST /ops/assets/{id}/bindings).
func (client *Client) BindAsset(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/assets/"+url.PathEscape(id)+"/bindings", args)
}

// ListBindings: List the bindings of an asset (GET /ops/assets/{id}/bindings).
func (client *Client) ListBindings(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/assets/"+url.PathEscape(id)+"/bindings", args)
}

// EndBinding: End a binding (POST /ops/bindings/{id}/end).
func (client *Client) EndBinding(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/bindings/"+url.PathEscape(id)+"/end", args)
}

// UploadLoggerFile: Upload the file of a logger without network (POST /ops/assets/{id}/logger-files).
func (client *Client) UploadLoggerFile(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/assets/"+url.PathEscape(id)+"/logger-files", args)
}

// ListLoggerFiles: List the logger files of an asset (GET /ops/assets/{id}/logger-files).
func (client *Client) ListLoggerFiles(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/assets/"+url.PathEscape(id)+"/logger-files", args)
}

// HandOutConsumables: Record consumables that were handed out (POST /ops/consumables).
func (client *Client) HandOutConsumables(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/consumables", args)
}

// ListConsumables: List consumables that were handed out (GET /ops/consumables).
func (client *Client) ListConsumables(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/consumables", args)
}

// PackBox: Record the box that parcels are in, or that is taken along (POST /courier/jobs/{id}/boxes).
func (client *Client) PackBox(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/courier/jobs/"+url.PathEscape(id)+"/boxes", args)
}

// ListOpsEvents: List alarms of the control desk (GET /ops/events).
func (client *Client) ListOpsEvents(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/events", args)
}

// AcknowledgeOpsEvent: Acknowledge an alarm (POST /ops/events/{id}/acknowledge).
func (client *Client) AcknowledgeOpsEvent(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/events/"+url.PathEscape(id)+"/acknowledge", args)
}

// RecordDisposition: Record the disposition of an excursion (POST /ops/events/{id}/disposition).
func (client *Client) RecordDisposition(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/ops/events/"+url.PathEscape(id)+"/disposition", args)
}

// ListSitesForDesk: List all tenants' sites (GET /ops/sites).
func (client *Client) ListSitesForDesk(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/sites", args)
}

// GetCourierRun: Retrieve a courier's jobs for today (GET /courier/run).
func (client *Client) GetCourierRun(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/courier/run", args)
}

// ReportTransfer: Report that parcels on board change hands (POST /courier/jobs/{id}/transfer).
func (client *Client) ReportTransfer(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/courier/jobs/"+url.PathEscape(id)+"/transfer", args)
}

// GetCourierJob: Fetch a job as its courier (GET /courier/jobs/{id}).
func (client *Client) GetCourierJob(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/courier/jobs/"+url.PathEscape(id), args)
}

// ListWholesaleFiles: List wholesalers' files (GET /ops/files).
func (client *Client) ListWholesaleFiles(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/files", args)
}

// GetWholesaleFile: Fetch a wholesaler's file with its rows (GET /ops/files/{id}).
func (client *Client) GetWholesaleFile(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/ops/files/"+url.PathEscape(id), args)
}

// ListFiles: List the files you sent (GET /files).
func (client *Client) ListFiles(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/files", args)
}

// GetFile: Fetch a file you sent, with its rows (GET /files/{id}).
func (client *Client) GetFile(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/files/"+url.PathEscape(id), args)
}

// GetHealth: Check health and the current price book (GET /health).
func (client *Client) GetHealth(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/health", args)
}

// CreateSandboxWebhook: Register a webhook endpoint (POST /sandbox/webhooks).
func (client *Client) CreateSandboxWebhook(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/sandbox/webhooks", args)
}

// ListSandboxWebhooks: List webhook endpoints (GET /sandbox/webhooks).
func (client *Client) ListSandboxWebhooks(ctx context.Context, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/sandbox/webhooks", args)
}

// GetSandboxWebhook: Fetch a webhook endpoint (GET /sandbox/webhooks/{id}).
func (client *Client) GetSandboxWebhook(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/sandbox/webhooks/"+url.PathEscape(id), args)
}

// UpdateSandboxWebhook: Update a webhook endpoint (PATCH /sandbox/webhooks/{id}).
func (client *Client) UpdateSandboxWebhook(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "PATCH", "/sandbox/webhooks/"+url.PathEscape(id), args)
}

// DeleteSandboxWebhook: Delete a webhook endpoint (DELETE /sandbox/webhooks/{id}).
func (client *Client) DeleteSandboxWebhook(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "DELETE", "/sandbox/webhooks/"+url.PathEscape(id), args)
}

// RotateSandboxWebhookSecret: Rotate the signing secret (POST /sandbox/webhooks/{id}/rotate-secret).
func (client *Client) RotateSandboxWebhookSecret(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/sandbox/webhooks/"+url.PathEscape(id)+"/rotate-secret", args)
}

// TestSandboxWebhook: Send a test event (POST /sandbox/webhooks/{id}/test).
func (client *Client) TestSandboxWebhook(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/sandbox/webhooks/"+url.PathEscape(id)+"/test", args)
}

// ReplaySandboxWebhook: Replay events (POST /sandbox/webhooks/{id}/replay).
func (client *Client) ReplaySandboxWebhook(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "POST", "/sandbox/webhooks/"+url.PathEscape(id)+"/replay", args)
}

// ListSandboxDeliveries: List deliveries of a webhook endpoint (GET /sandbox/webhooks/{id}/deliveries).
func (client *Client) ListSandboxDeliveries(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/sandbox/webhooks/"+url.PathEscape(id)+"/deliveries", args)
}

// GetSandboxWebhookHealth: Retrieve delivery statistics of a webhook endpoint (GET /sandbox/webhooks/{id}/health).
func (client *Client) GetSandboxWebhookHealth(ctx context.Context, id string, args Args) (Object, error) {
	return client.Call(ctx, "GET", "/sandbox/webhooks/"+url.PathEscape(id)+"/health", args)
}
