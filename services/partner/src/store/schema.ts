import type { OrderTrip, Specimen } from '@svc/contracts';
import type { ColumnType } from 'kysely';
import type { ManifestRecord } from '../domain/manifest.ts';
import type { OrderRecord } from '../domain/order.ts';
import type { ReceptionRecord } from '../domain/reception.ts';
import type { RouteRecord, RouteStop } from '../domain/route.ts';

export interface Tables {
  partner_order: Omit<OrderRecord, 'trip'> & { trip: Text<OrderTrip> };
  partner_quote: PartnerQuoteTable;
  stock_site: { tenant_id: string; site_id: string; full_as_of: Date | null };
  stock_item: StockItemTable;
  stock_movement: StockMovementTable;
  manifest: Omit<ManifestRecord, 'specimens'> & { specimens: Text<Specimen[]> };
  collection: CollectionTable;
  reception: ReceptionRecord;
  route: Omit<RouteRecord, 'plan'> & { plan: Text<RouteRecord['plan']> };
  route_stop: RouteStop;
}

/** A column of type `json`, which keeps the order of keys; written as text. */
type Text<T> = ColumnType<T, string | Extract<T, null>, string | Extract<T, null>>;

interface PartnerQuoteTable {
  tenant_id: string;
  id: string;
  order_id: string;
  trip: Text<OrderTrip>;
  quote_ids: string[];
  expires_at: Date;
}

interface StockItemTable {
  tenant_id: string;
  site_id: string;
  item_code: string;
  quantity: number;
  updated_at: Date;
}

/** An item that left the shelf for an order, or came back. Feeds that are newer know of it. */
interface StockMovementTable {
  tenant_id: string;
  site_id: string;
  item_code: string;
  order_id: string;
  kind: 'taken' | 'returned';
  /** Signed change of stock; negative for `taken`. */
  quantity: number;
  at: Date;
}

interface CollectionTable {
  tenant_id: string;
  job_id: string;
  parcels_scanned: number;
  barcodes: Text<string[] | null>;
  collected_at: Date;
}
