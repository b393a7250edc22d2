-- Changes of hands with parcels on board.
alter table job add column transfers json not null default '[]';
