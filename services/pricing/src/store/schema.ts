import type { Priced } from '@svc/contracts';
import type { ColumnType } from 'kysely';
import type { PriceBook } from '../domain/price-book.ts';

/** A column of type `json`, which keeps the order of keys; written as text. */
type Json<T> = ColumnType<T, string, string>;

export interface Tables {
  price_book: PriceBookTable;
  quote: QuoteTable;
}

/** One book per version; not tenant data: an environment has one list of prices. */
interface PriceBookTable {
  version: string;
  /** SHA-256 of `content`, hex: the book's name in memory. */
  digest: string;
  content: Json<PriceBook>;
  imported_at: Date;
  current: boolean;
}

interface QuoteTable {
  tenant_id: string;
  id: string;
  sku: string;
  total_cents: number;
  expires_at: Date;
  priced: Json<Priced>;
}
