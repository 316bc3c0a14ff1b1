-- A wallet in PostgreSQL as fast as we know how to write one. Ids are compared byte for byte (collate "C"), which is
-- also the faster order, and a stream's ids lie side by side in the index.
-- Amounts are bigint, half of the contract's range: numeric, which would hold it all, costs more.

create table account (
  id         int    primary key,
  player_id  text   collate "C" not null unique,
  currency   text   collate "C" not null,
  balance    bigint not null check (balance >= 0),
  is_blocked boolean not null
) with (fillfactor = 50); -- room for the new version of a row beside the old one: no index is touched (HOT)

create table session (
  id         text   collate "C" primary key,
  account    int    not null,
  expires_ms bigint not null
);

-- Every transaction for ever, refused ones too; a tombstone is a row of type ${tombstone} and nothing but its id.
create table transaction (
  processed_ms bigint   not null,
  amount       bigint   not null,
  balance      bigint,
  created_ms   bigint,
  account      int,
  type         smallint not null,
  status       smallint not null,
  is_struck    boolean  not null, -- a rollback has named it
  id           text     collate "C" primary key,
  currency     text     collate "C",
  game_id      text     collate "C",
  round_id     text     collate "C",
  reference    text     collate "C",
  session_id   text     collate "C"
) with (fillfactor = 95);
