import { priceBooksAndQuotes } from './0001-price-books-and-quotes.ts';

export const migrations = [priceBooksAndQuotes];
