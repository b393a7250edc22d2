"""Generated from the OpenAPI document by npm run document -- --write."""

from typing import Any
from urllib.parse import quote


def _segment(value: str) -> str:
    return quote(value, safe="")


class Operations:
    """Every method takes query, body, content_type, headers and idempotency_key by name."""

    def request(self, method: str, path: str, **options: Any) -> Any:
        raise NotImplementedError

    def create_quote(self, **options: Any) -> Any:
        """Create a quote: POST /quotes"""
        return self.request("POST", "/quotes", **options)

    def list_quotes(self, **options: Any) -> Any:
        """List held quotes and quotable SKUs: GET /quotes"""
        return self.request("GET", "/quotes", **options)

    def book_job(self, **options: Any) -> Any:
        """Book a job: POST /jobs"""
        return self.request("POST", "/jobs", **options)

    def list_jobs(self, **options: Any) -> Any:
        """List jobs: GET /jobs"""
        return self.request("GET", "/jobs", **options)

    def get_job(self, id: str, **options: Any) -> Any:
        """Fetch a job: GET /jobs/{id}"""
        return self.request("GET", f"/jobs/{_segment(id)}", **options)

    def update_job(self, id: str, **options: Any) -> Any:
        """Update a job before collection: PATCH /jobs/{id}"""
        return self.request("PATCH", f"/jobs/{_segment(id)}", **options)

    def cancel_job(self, id: str, **options: Any) -> Any:
        """Cancel a job before collection: POST /jobs/{id}/cancel"""
        return self.request("POST", f"/jobs/{_segment(id)}/cancel", **options)

    def get_handover_code(self, id: str, **options: Any) -> Any:
        """Retrieve the handover code: GET /jobs/{id}/handover-code"""
        return self.request("GET", f"/jobs/{_segment(id)}/handover-code", **options)

    def get_labels(self, id: str, **options: Any) -> Any:
        """Print the labels of a job: GET /jobs/{id}/labels"""
        return self.request("GET", f"/jobs/{_segment(id)}/labels", **options)

    def get_waybill(self, id: str, **options: Any) -> Any:
        """Print the waybill of a job: GET /jobs/{id}/waybill"""
        return self.request("GET", f"/jobs/{_segment(id)}/waybill", **options)

    def track_job(self, ref: str, **options: Any) -> Any:
        """Track a job: GET /tracking/{ref}"""
        return self.request("GET", f"/tracking/{_segment(ref)}", **options)

    def get_custody(self, id: str, **options: Any) -> Any:
        """Retrieve the chain of custody: GET /jobs/{id}/custody"""
        return self.request("GET", f"/jobs/{_segment(id)}/custody", **options)

    def get_custody_bundle(self, id: str, **options: Any) -> Any:
        """Download a custody bundle: GET /jobs/{id}/custody/bundle"""
        return self.request("GET", f"/jobs/{_segment(id)}/custody/bundle", **options)

    def get_proof_of_delivery(self, id: str, **options: Any) -> Any:
        """Retrieve the proof of delivery: GET /jobs/{id}/pod"""
        return self.request("GET", f"/jobs/{_segment(id)}/pod", **options)

    def get_certificate(self, id: str, **options: Any) -> Any:
        """Fetch a certificate: GET /certificates/{id}"""
        return self.request("GET", f"/certificates/{_segment(id)}", **options)

    def get_certificate_proof(self, id: str, **options: Any) -> Any:
        """Fetch the inclusion proof of a certificate: GET /certificates/{id}/proof"""
        return self.request("GET", f"/certificates/{_segment(id)}/proof", **options)

    def quote_order(self, **options: Any) -> Any:
        """Quote an order: POST /partner/quotes"""
        return self.request("POST", "/partner/quotes", **options)

    def mark_order_ready(self, id: str, **options: Any) -> Any:
        """Mark an order as ready: POST /partner/orders/{id}/ready"""
        return self.request("POST", f"/partner/orders/{_segment(id)}/ready", **options)

    def get_order(self, id: str, **options: Any) -> Any:
        """Fetch an order: GET /partner/orders/{id}"""
        return self.request("GET", f"/partner/orders/{_segment(id)}", **options)

    def feed_stock(self, **options: Any) -> Any:
        """Send a stock feed: POST /partner/stock-feed"""
        return self.request("POST", "/partner/stock-feed", **options)

    def push_manifest(self, **options: Any) -> Any:
        """Create a manifest: POST /manifests"""
        return self.request("POST", "/manifests", **options)

    def get_manifest(self, id: str, **options: Any) -> Any:
        """Fetch a manifest: GET /manifests/{id}"""
        return self.request("GET", f"/manifests/{_segment(id)}", **options)

    def receive_specimens(self, id: str, **options: Any) -> Any:
        """Record the reception of specimens: POST /jobs/{id}/reception"""
        return self.request("POST", f"/jobs/{_segment(id)}/reception", **options)

    def get_reception(self, id: str, **options: Any) -> Any:
        """Fetch the reception of a job: GET /jobs/{id}/reception"""
        return self.request("GET", f"/jobs/{_segment(id)}/reception", **options)

    def create_route(self, **options: Any) -> Any:
        """Create a route: POST /routes"""
        return self.request("POST", "/routes", **options)

    def list_routes(self, **options: Any) -> Any:
        """List routes: GET /routes"""
        return self.request("GET", "/routes", **options)

    def get_route(self, id: str, **options: Any) -> Any:
        """Fetch a route with its latest stops: GET /routes/{id}"""
        return self.request("GET", f"/routes/{_segment(id)}", **options)

    def update_route(self, id: str, **options: Any) -> Any:
        """Pause, resume or end a route: PATCH /routes/{id}"""
        return self.request("PATCH", f"/routes/{_segment(id)}", **options)

    def ingest_telemetry(self, **options: Any) -> Any:
        """Send a signed batch of readings: POST /telemetry/fleet"""
        return self.request("POST", "/telemetry/fleet", **options)

    def forward_telemetry(self, format: str, **options: Any) -> Any:
        """Forward a telematics system's own JSON: POST /telemetry/forwarded/{format}"""
        return self.request("POST", f"/telemetry/forwarded/{_segment(format)}", **options)

    def report_positions(self, **options: Any) -> Any:
        """Report where the phone is: POST /courier/positions"""
        return self.request("POST", "/courier/positions", **options)

    def create_telemetry_provider(self, **options: Any) -> Any:
        """Register a telemetry provider: POST /ops/telemetry-providers"""
        return self.request("POST", "/ops/telemetry-providers", **options)

    def list_telemetry_providers(self, **options: Any) -> Any:
        """List telemetry providers: GET /ops/telemetry-providers"""
        return self.request("GET", "/ops/telemetry-providers", **options)

    def rotate_telemetry_secret(self, id: str, **options: Any) -> Any:
        """Rotate a provider's signing secret or key: POST /ops/telemetry-providers/{id}/rotate-secret"""
        return self.request("POST", f"/ops/telemetry-providers/{_segment(id)}/rotate-secret", **options)

    def create_device(self, **options: Any) -> Any:
        """Register a device in a vehicle: POST /ops/devices"""
        return self.request("POST", "/ops/devices", **options)

    def list_devices(self, **options: Any) -> Any:
        """List devices: GET /ops/devices"""
        return self.request("GET", "/ops/devices", **options)

    def get_temperature(self, id: str, **options: Any) -> Any:
        """Retrieve the temperatures of a job: GET /jobs/{id}/temperature"""
        return self.request("GET", f"/jobs/{_segment(id)}/temperature", **options)

    def get_temperature_bundle(self, id: str, **options: Any) -> Any:
        """Download the certified readings: GET /jobs/{id}/temperature/bundle"""
        return self.request("GET", f"/jobs/{_segment(id)}/temperature/bundle", **options)

    def create_webhook(self, **options: Any) -> Any:
        """Register a webhook endpoint: POST /webhooks"""
        return self.request("POST", "/webhooks", **options)

    def list_webhooks(self, **options: Any) -> Any:
        """List webhook endpoints: GET /webhooks"""
        return self.request("GET", "/webhooks", **options)

    def get_webhook(self, id: str, **options: Any) -> Any:
        """Fetch a webhook endpoint: GET /webhooks/{id}"""
        return self.request("GET", f"/webhooks/{_segment(id)}", **options)

    def update_webhook(self, id: str, **options: Any) -> Any:
        """Update a webhook endpoint: PATCH /webhooks/{id}"""
        return self.request("PATCH", f"/webhooks/{_segment(id)}", **options)

    def delete_webhook(self, id: str, **options: Any) -> Any:
        """Delete a webhook endpoint: DELETE /webhooks/{id}"""
        return self.request("DELETE", f"/webhooks/{_segment(id)}", **options)

    def rotate_webhook_secret(self, id: str, **options: Any) -> Any:
        """Rotate the signing secret: POST /webhooks/{id}/rotate-secret"""
        return self.request("POST", f"/webhooks/{_segment(id)}/rotate-secret", **options)

    def test_webhook(self, id: str, **options: Any) -> Any:
        """Send a test event: POST /webhooks/{id}/test"""
        return self.request("POST", f"/webhooks/{_segment(id)}/test", **options)

    def replay_webhook(self, id: str, **options: Any) -> Any:
        """Replay events: POST /webhooks/{id}/replay"""
        return self.request("POST", f"/webhooks/{_segment(id)}/replay", **options)

    def list_deliveries(self, id: str, **options: Any) -> Any:
        """List deliveries of a webhook endpoint: GET /webhooks/{id}/deliveries"""
        return self.request("GET", f"/webhooks/{_segment(id)}/deliveries", **options)

    def get_webhook_health(self, id: str, **options: Any) -> Any:
        """Retrieve delivery statistics of a webhook endpoint: GET /webhooks/{id}/health"""
        return self.request("GET", f"/webhooks/{_segment(id)}/health", **options)

    def list_events(self, **options: Any) -> Any:
        """List events: GET /events"""
        return self.request("GET", "/events", **options)

    def get_event(self, id: str, **options: Any) -> Any:
        """Fetch an event: GET /events/{id}"""
        return self.request("GET", f"/events/{_segment(id)}", **options)

    def list_sites(self, **options: Any) -> Any:
        """List sites: GET /sites"""
        return self.request("GET", "/sites", **options)

    def create_site(self, **options: Any) -> Any:
        """Add a site: POST /sites"""
        return self.request("POST", "/sites", **options)

    def update_site(self, id: str, **options: Any) -> Any:
        """Update a site: PATCH /sites/{id}"""
        return self.request("PATCH", f"/sites/{_segment(id)}", **options)

    def list_users(self, **options: Any) -> Any:
        """List users: GET /users"""
        return self.request("GET", "/users", **options)

    def create_user(self, **options: Any) -> Any:
        """Add a user: POST /users"""
        return self.request("POST", "/users", **options)

    def update_user(self, id: str, **options: Any) -> Any:
        """Update a user: PATCH /users/{id}"""
        return self.request("PATCH", f"/users/{_segment(id)}", **options)

    def delete_user(self, id: str, **options: Any) -> Any:
        """Remove a user: DELETE /users/{id}"""
        return self.request("DELETE", f"/users/{_segment(id)}", **options)

    def create_client(self, **options: Any) -> Any:
        """Create an OAuth client: POST /clients"""
        return self.request("POST", "/clients", **options)

    def list_clients(self, **options: Any) -> Any:
        """List OAuth clients: GET /clients"""
        return self.request("GET", "/clients", **options)

    def delete_client(self, id: str, **options: Any) -> Any:
        """Revoke an OAuth client: DELETE /clients/{id}"""
        return self.request("DELETE", f"/clients/{_segment(id)}", **options)

    def rotate_client_secret(self, id: str, **options: Any) -> Any:
        """Rotate the secret of an OAuth client: POST /clients/{id}/rotate-secret"""
        return self.request("POST", f"/clients/{_segment(id)}/rotate-secret", **options)

    def end_old_client_secret(self, id: str, **options: Any) -> Any:
        """Revoke the previous secret of an OAuth client: DELETE /clients/{id}/old-secret"""
        return self.request("DELETE", f"/clients/{_segment(id)}/old-secret", **options)

    def create_api_key(self, **options: Any) -> Any:
        """Create an API key: POST /api-keys"""
        return self.request("POST", "/api-keys", **options)

    def list_api_keys(self, **options: Any) -> Any:
        """List API keys: GET /api-keys"""
        return self.request("GET", "/api-keys", **options)

    def delete_api_key(self, id: str, **options: Any) -> Any:
        """Revoke an API key: DELETE /api-keys/{id}"""
        return self.request("DELETE", f"/api-keys/{_segment(id)}", **options)

    def rotate_api_key(self, id: str, **options: Any) -> Any:
        """Rotate an API key: POST /api-keys/{id}/rotate"""
        return self.request("POST", f"/api-keys/{_segment(id)}/rotate", **options)

    def end_old_api_key(self, id: str, **options: Any) -> Any:
        """Revoke the previous secret of an API key: DELETE /api-keys/{id}/old-key"""
        return self.request("DELETE", f"/api-keys/{_segment(id)}/old-key", **options)

    def list_requests(self, **options: Any) -> Any:
        """Search your requests: GET /request-log"""
        return self.request("GET", "/request-log", **options)

    def get_usage(self, **options: Any) -> Any:
        """Retrieve your usage: GET /usage"""
        return self.request("GET", "/usage", **options)

    def list_changes(self, **options: Any) -> Any:
        """Retrieve the audit log: GET /audit-log"""
        return self.request("GET", "/audit-log", **options)

    def get_policies(self, **options: Any) -> Any:
        """Retrieve booking defaults: GET /policies"""
        return self.request("GET", "/policies", **options)

    def put_policies(self, **options: Any) -> Any:
        """Replace booking defaults: PUT /policies"""
        return self.request("PUT", "/policies", **options)

    def list_invoices(self, **options: Any) -> Any:
        """List invoices: GET /invoices"""
        return self.request("GET", "/invoices", **options)

    def get_invoice(self, id: str, **options: Any) -> Any:
        """Fetch an invoice: GET /invoices/{id}"""
        return self.request("GET", f"/invoices/{_segment(id)}", **options)

    def list_statements(self, **options: Any) -> Any:
        """List statements: GET /statements"""
        return self.request("GET", "/statements", **options)

    def get_statement(self, id: str, **options: Any) -> Any:
        """Fetch a statement: GET /statements/{id}"""
        return self.request("GET", f"/statements/{_segment(id)}", **options)

    def record_payment(self, **options: Any) -> Any:
        """Record a payment: POST /ops/payments"""
        return self.request("POST", "/ops/payments", **options)

    def create_driver(self, **options: Any) -> Any:
        """Add a driver: POST /ops/drivers"""
        return self.request("POST", "/ops/drivers", **options)

    def list_drivers(self, **options: Any) -> Any:
        """List drivers: GET /ops/drivers"""
        return self.request("GET", "/ops/drivers", **options)

    def get_driver(self, id: str, **options: Any) -> Any:
        """Fetch a driver: GET /ops/drivers/{id}"""
        return self.request("GET", f"/ops/drivers/{_segment(id)}", **options)

    def update_driver(self, id: str, **options: Any) -> Any:
        """Update a driver: PATCH /ops/drivers/{id}"""
        return self.request("PATCH", f"/ops/drivers/{_segment(id)}", **options)

    def create_driver_client(self, id: str, **options: Any) -> Any:
        """Create a client for a driver's device: POST /ops/drivers/{id}/client"""
        return self.request("POST", f"/ops/drivers/{_segment(id)}/client", **options)

    def create_device_enrolment(self, id: str, **options: Any) -> Any:
        """Create a device enrolment for a driver: POST /ops/drivers/{id}/device-enrolments"""
        return self.request("POST", f"/ops/drivers/{_segment(id)}/device-enrolments", **options)

    def put_driver_document(self, id: str, **options: Any) -> Any:
        """Record a driver's document: POST /ops/drivers/{id}/documents"""
        return self.request("POST", f"/ops/drivers/{_segment(id)}/documents", **options)

    def put_vehicle_document(self, id: str, **options: Any) -> Any:
        """Record a vehicle's document: POST /ops/vehicles/{id}/documents"""
        return self.request("POST", f"/ops/vehicles/{_segment(id)}/documents", **options)

    def list_courier_devices(self, **options: Any) -> Any:
        """List couriers' devices: GET /ops/courier-devices"""
        return self.request("GET", "/ops/courier-devices", **options)

    def delete_courier_device(self, id: str, **options: Any) -> Any:
        """Revoke a courier's device: DELETE /ops/courier-devices/{id}"""
        return self.request("DELETE", f"/ops/courier-devices/{_segment(id)}", **options)

    def put_driver_photo(self, id: str, **options: Any) -> Any:
        """Set a driver's photo: PUT /ops/drivers/{id}/photo"""
        return self.request("PUT", f"/ops/drivers/{_segment(id)}/photo", **options)

    def create_vehicle(self, **options: Any) -> Any:
        """Add a vehicle: POST /ops/vehicles"""
        return self.request("POST", "/ops/vehicles", **options)

    def list_vehicles(self, **options: Any) -> Any:
        """List vehicles: GET /ops/vehicles"""
        return self.request("GET", "/ops/vehicles", **options)

    def get_vehicle(self, id: str, **options: Any) -> Any:
        """Fetch a vehicle: GET /ops/vehicles/{id}"""
        return self.request("GET", f"/ops/vehicles/{_segment(id)}", **options)

    def update_vehicle(self, id: str, **options: Any) -> Any:
        """Update a vehicle: PATCH /ops/vehicles/{id}"""
        return self.request("PATCH", f"/ops/vehicles/{_segment(id)}", **options)

    def list_jobs_for_desk(self, **options: Any) -> Any:
        """List all tenants' jobs: GET /ops/jobs"""
        return self.request("GET", "/ops/jobs", **options)

    def get_job_for_desk(self, id: str, **options: Any) -> Any:
        """Fetch a job of any tenant: GET /ops/jobs/{id}"""
        return self.request("GET", f"/ops/jobs/{_segment(id)}", **options)

    def update_job_for_desk(self, id: str, **options: Any) -> Any:
        """Update a job of any tenant before collection: PATCH /ops/jobs/{id}"""
        return self.request("PATCH", f"/ops/jobs/{_segment(id)}", **options)

    def reach_milestone(self, id: str, **options: Any) -> Any:
        """Record a milestone: POST /ops/jobs/{id}/milestones"""
        return self.request("POST", f"/ops/jobs/{_segment(id)}/milestones", **options)

    def file_proof(self, job_id: str, **options: Any) -> Any:
        """Upload a signature or photo of a hand-over: POST /ops/jobs/{job_id}/files"""
        return self.request("POST", f"/ops/jobs/{_segment(job_id)}/files", **options)

    def report_incident(self, **options: Any) -> Any:
        """Report an incident: POST /ops/incidents"""
        return self.request("POST", "/ops/incidents", **options)

    def list_incidents(self, **options: Any) -> Any:
        """List incidents: GET /ops/incidents"""
        return self.request("GET", "/ops/incidents", **options)

    def get_custody_for_desk(self, id: str, **options: Any) -> Any:
        """Retrieve the verified chain of custody of a job of any tenant: GET /ops/jobs/{id}/custody"""
        return self.request("GET", f"/ops/jobs/{_segment(id)}/custody", **options)

    def get_custody_bundle_for_desk(self, id: str, **options: Any) -> Any:
        """Download the custody bundle of a job of any tenant: GET /ops/jobs/{id}/custody/bundle"""
        return self.request("GET", f"/ops/jobs/{_segment(id)}/custody/bundle", **options)

    def get_temperature_for_desk(self, id: str, **options: Any) -> Any:
        """Retrieve the temperatures of a job of any tenant: GET /ops/jobs/{id}/temperature"""
        return self.request("GET", f"/ops/jobs/{_segment(id)}/temperature", **options)

    def decide_suspect_readings(self, id: str, **options: Any) -> Any:
        """Decide on suspect readings: POST /ops/jobs/{id}/temperature/decision"""
        return self.request("POST", f"/ops/jobs/{_segment(id)}/temperature/decision", **options)

    def open_proof_of_delivery(self, id: str, **options: Any) -> Any:
        """Open the proof of delivery of a job of any tenant: POST /ops/jobs/{id}/open-proof"""
        return self.request("POST", f"/ops/jobs/{_segment(id)}/open-proof", **options)

    def get_timeline(self, **options: Any) -> Any:
        """Retrieve the two-day schedule of all drivers: GET /ops/timeline"""
        return self.request("GET", "/ops/timeline", **options)

    def suggest_drivers(self, id: str, **options: Any) -> Any:
        """Suggest drivers for a job: GET /ops/jobs/{id}/driver-suggestions"""
        return self.request("GET", f"/ops/jobs/{_segment(id)}/driver-suggestions", **options)

    def assign_job(self, id: str, **options: Any) -> Any:
        """Assign a driver and vehicle: POST /ops/jobs/{id}/assign"""
        return self.request("POST", f"/ops/jobs/{_segment(id)}/assign", **options)

    def transfer_job(self, id: str, **options: Any) -> Any:
        """Transfer parcels on board to another driver and vehicle: POST /ops/jobs/{id}/transfer"""
        return self.request("POST", f"/ops/jobs/{_segment(id)}/transfer", **options)

    def plan_legs(self, id: str, **options: Any) -> Any:
        """Plan the legs of a job over hubs: PUT /ops/jobs/{id}/legs"""
        return self.request("PUT", f"/ops/jobs/{_segment(id)}/legs", **options)

    def get_hub(self, id: str, **options: Any) -> Any:
        """Retrieve what a hub expects, has and sent on: GET /ops/hubs/{id}"""
        return self.request("GET", f"/ops/hubs/{_segment(id)}", **options)

    def undo_assignment(self, id: str, **options: Any) -> Any:
        """Undo an assignment: POST /ops/jobs/{id}/undo-assignment"""
        return self.request("POST", f"/ops/jobs/{_segment(id)}/undo-assignment", **options)

    def cancel_job_for_desk(self, id: str, **options: Any) -> Any:
        """Cancel a job of any tenant before collection: POST /ops/jobs/{id}/cancel"""
        return self.request("POST", f"/ops/jobs/{_segment(id)}/cancel", **options)

    def add_job_note(self, id: str, **options: Any) -> Any:
        """Add a note to a job: POST /ops/jobs/{id}/notes"""
        return self.request("POST", f"/ops/jobs/{_segment(id)}/notes", **options)

    def list_job_notes(self, id: str, **options: Any) -> Any:
        """List the notes on a job: GET /ops/jobs/{id}/notes"""
        return self.request("GET", f"/ops/jobs/{_segment(id)}/notes", **options)

    def list_messages(self, id: str, **options: Any) -> Any:
        """List the messages between desk and courier: GET /ops/jobs/{id}/messages"""
        return self.request("GET", f"/ops/jobs/{_segment(id)}/messages", **options)

    def send_message(self, id: str, **options: Any) -> Any:
        """Send a message about a job: POST /ops/jobs/{id}/messages"""
        return self.request("POST", f"/ops/jobs/{_segment(id)}/messages", **options)

    def read_messages(self, id: str, **options: Any) -> Any:
        """Mark messages as read: POST /ops/jobs/{id}/messages/read"""
        return self.request("POST", f"/ops/jobs/{_segment(id)}/messages/read", **options)

    def list_courier_messages(self, id: str, **options: Any) -> Any:
        """List the messages between desk and courier: GET /courier/jobs/{id}/messages"""
        return self.request("GET", f"/courier/jobs/{_segment(id)}/messages", **options)

    def send_courier_message(self, id: str, **options: Any) -> Any:
        """Send a message about a job: POST /courier/jobs/{id}/messages"""
        return self.request("POST", f"/courier/jobs/{_segment(id)}/messages", **options)

    def read_courier_messages(self, id: str, **options: Any) -> Any:
        """Mark messages as read: POST /courier/jobs/{id}/messages/read"""
        return self.request("POST", f"/courier/jobs/{_segment(id)}/messages/read", **options)

    def create_asset(self, **options: Any) -> Any:
        """Add a box or another asset: POST /ops/assets"""
        return self.request("POST", "/ops/assets", **options)

    def list_assets(self, **options: Any) -> Any:
        """List assets: GET /ops/assets"""
        return self.request("GET", "/ops/assets", **options)

    def get_asset(self, id: str, **options: Any) -> Any:
        """Fetch an asset: GET /ops/assets/{id}"""
        return self.request("GET", f"/ops/assets/{_segment(id)}", **options)

    def update_asset(self, id: str, **options: Any) -> Any:
        """Update an asset: PATCH /ops/assets/{id}"""
        return self.request("PATCH", f"/ops/assets/{_segment(id)}", **options)

    def bind_asset(self, id: str, **options: Any) -> Any:
        """Bind a probe, parcels or a place to an asset: POST /ops/assets/{id}/bindings"""
        return self.request("POST", f"/ops/assets/{_segment(id)}/bindings", **options)

    def list_bindings(self, id: str, **options: Any) -> Any:
        """List the bindings of an asset: GET /ops/assets/{id}/bindings"""
        return self.request("GET", f"/ops/assets/{_segment(id)}/bindings", **options)

    def end_binding(self, id: str, **options: Any) -> Any:
        """End a binding: POST /ops/bindings/{id}/end"""
        return self.request("POST", f"/ops/bindings/{_segment(id)}/end", **options)

    def upload_logger_file(self, id: str, **options: Any) -> Any:
        """Upload the file of a logger without network: POST /ops/assets/{id}/logger-files"""
        return self.request("POST", f"/ops/assets/{_segment(id)}/logger-files", **options)

    def list_logger_files(self, id: str, **options: Any) -> Any:
        """List the logger files of an asset: GET /ops/assets/{id}/logger-files"""
        return self.request("GET", f"/ops/assets/{_segment(id)}/logger-files", **options)

    def hand_out_consumables(self, **options: Any) -> Any:
        """Record consumables that were handed out: POST /ops/consumables"""
        return self.request("POST", "/ops/consumables", **options)

    def list_consumables(self, **options: Any) -> Any:
        """List consumables that were handed out: GET /ops/consumables"""
        return self.request("GET", "/ops/consumables", **options)

    def pack_box(self, id: str, **options: Any) -> Any:
        """Record the box that parcels are in, or that is taken along: POST /courier/jobs/{id}/boxes"""
        return self.request("POST", f"/courier/jobs/{_segment(id)}/boxes", **options)

    def list_ops_events(self, **options: Any) -> Any:
        """List alarms of the control desk: GET /ops/events"""
        return self.request("GET", "/ops/events", **options)

    def acknowledge_ops_event(self, id: str, **options: Any) -> Any:
        """Acknowledge an alarm: POST /ops/events/{id}/acknowledge"""
        return self.request("POST", f"/ops/events/{_segment(id)}/acknowledge", **options)

    def record_disposition(self, id: str, **options: Any) -> Any:
        """Record the disposition of an excursion: POST /ops/events/{id}/disposition"""
        return self.request("POST", f"/ops/events/{_segment(id)}/disposition", **options)

    def list_sites_for_desk(self, **options: Any) -> Any:
        """List all tenants' sites: GET /ops/sites"""
        return self.request("GET", "/ops/sites", **options)

    def get_courier_run(self, **options: Any) -> Any:
        """Retrieve a courier's jobs for today: GET /courier/run"""
        return self.request("GET", "/courier/run", **options)

    def report_transfer(self, id: str, **options: Any) -> Any:
        """Report that parcels on board change hands: POST /courier/jobs/{id}/transfer"""
        return self.request("POST", f"/courier/jobs/{_segment(id)}/transfer", **options)

    def get_courier_job(self, id: str, **options: Any) -> Any:
        """Fetch a job as its courier: GET /courier/jobs/{id}"""
        return self.request("GET", f"/courier/jobs/{_segment(id)}", **options)

    def list_wholesale_files(self, **options: Any) -> Any:
        """List wholesalers' files: GET /ops/files"""
        return self.request("GET", "/ops/files", **options)

    def get_wholesale_file(self, id: str, **options: Any) -> Any:
        """Fetch a wholesaler's file with its rows: GET /ops/files/{id}"""
        return self.request("GET", f"/ops/files/{_segment(id)}", **options)

    def list_files(self, **options: Any) -> Any:
        """List the files you sent: GET /files"""
        return self.request("GET", "/files", **options)

    def get_file(self, id: str, **options: Any) -> Any:
        """Fetch a file you sent, with its rows: GET /files/{id}"""
        return self.request("GET", f"/files/{_segment(id)}", **options)

    def get_health(self, **options: Any) -> Any:
        """Check health and the current price book: GET /health"""
        return self.request("GET", "/health", **options)

    def create_sandbox_webhook(self, **options: Any) -> Any:
        """Register a webhook endpoint: POST /sandbox/webhooks"""
        return self.request("POST", "/sandbox/webhooks", **options)

    def list_sandbox_webhooks(self, **options: Any) -> Any:
        """List webhook endpoints: GET /sandbox/webhooks"""
        return self.request("GET", "/sandbox/webhooks", **options)

    def get_sandbox_webhook(self, id: str, **options: Any) -> Any:
        """Fetch a webhook endpoint: GET /sandbox/webhooks/{id}"""
        return self.request("GET", f"/sandbox/webhooks/{_segment(id)}", **options)

    def update_sandbox_webhook(self, id: str, **options: Any) -> Any:
        """Update a webhook endpoint: PATCH /sandbox/webhooks/{id}"""
        return self.request("PATCH", f"/sandbox/webhooks/{_segment(id)}", **options)

    def delete_sandbox_webhook(self, id: str, **options: Any) -> Any:
        """Delete a webhook endpoint: DELETE /sandbox/webhooks/{id}"""
        return self.request("DELETE", f"/sandbox/webhooks/{_segment(id)}", **options)

    def rotate_sandbox_webhook_secret(self, id: str, **options: Any) -> Any:
        """Rotate the signing secret: POST /sandbox/webhooks/{id}/rotate-secret"""
        return self.request("POST", f"/sandbox/webhooks/{_segment(id)}/rotate-secret", **options)

    def test_sandbox_webhook(self, id: str, **options: Any) -> Any:
        """Send a test event: POST /sandbox/webhooks/{id}/test"""
        return self.request("POST", f"/sandbox/webhooks/{_segment(id)}/test", **options)

    def replay_sandbox_webhook(self, id: str, **options: Any) -> Any:
        """Replay events: POST /sandbox/webhooks/{id}/replay"""
        return self.request("POST", f"/sandbox/webhooks/{_segment(id)}/replay", **options)

    def list_sandbox_deliveries(self, id: str, **options: Any) -> Any:
        """List deliveries of a webhook endpoint: GET /sandbox/webhooks/{id}/deliveries"""
        return self.request("GET", f"/sandbox/webhooks/{_segment(id)}/deliveries", **options)

    def get_sandbox_webhook_health(self, id: str, **options: Any) -> Any:
        """Retrieve delivery statistics of a webhook endpoint: GET /sandbox/webhooks/{id}/health"""
        return self.request("GET", f"/sandbox/webhooks/{_segment(id)}/health", **options)
