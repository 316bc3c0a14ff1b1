-- Books a batch: everything it needs is read in two statements, every item is decided in order in memory, everything
-- that changed is written in two to four. Accounts are locked in one order, so that batches never deadlock; batches
-- that share a player wait for each other, and an id that two batches book for two players at once breaks the second
-- (unique violation), to be sent again.
--
-- One element per item, in order. The caller has the batch in memory and says how its items hang together:
--   p_slot      which of p_players (distinct, in byte order) the item names
--   p_same      the first item with the same id, itself if there is none before
--   p_target    the first item whose id is this item's reference, or 0
--   p_reference the first item with the same reference, or 0
--   p_named     the first item whose reference is this item's id, or 0
create function book(
  p_players text[], p_slot int[], p_same int[], p_target int[], p_reference int[], p_named int[],
  p_id text[], p_type smallint[], p_session text[], p_amount bigint[], p_currency text[], p_game text[],
  p_round text[], p_ref text[], p_created_ms bigint[],
  out o_status smallint[], out o_balance bigint[], out o_time_ms bigint[]
) language plpgsql as $$
declare
  n          constant int := cardinality(p_id);
  now_ms     constant bigint := extract(epoch from clock_timestamp()) * 1000;
  accounts   int[];
  currencies text[];
  balances   bigint[];
  before     bigint[];
  blocked    boolean[];
  players    text[];
  holder     int[] := array_fill(null::int, array[n]);       -- by p_same: the item that made the record of this id
  is_struck  boolean[] := array_fill(false, array[n]);       -- by p_reference: a rollback in this batch named this id
  is_new     boolean[] := array_fill(false, array[n]);       -- the item makes a row
  new_struck boolean[] := array_fill(false, array[n]);
  struck     text[] := '{}';                                 -- rows to be marked
  tombstones text[] := '{}';
  i          record;
  k          int := 0;
  h          int;
  s          int;
  kind       smallint;
  answer     smallint;
  funds      bigint;
  answered   bigint;
  kept       boolean;
begin
  o_status := array_fill(null::smallint, array[n]);
  o_balance := array_fill(null::bigint, array[n]);
  o_time_ms := array_fill(null::bigint, array[n]);

  select array_agg(a.id), array_agg(a.player_id), array_agg(a.currency), array_agg(a.balance), array_agg(a.is_blocked)
    into accounts, players, currencies, balances, blocked
    from (select * from account where player_id = any (p_players) order by player_id for no key update) a;
  if players is distinct from p_players then -- some are unknown: their slots become empty
    select array_agg(a.id order by d.slot), array_agg(a.currency order by d.slot),
           array_agg(a.balance order by d.slot), array_agg(a.is_blocked order by d.slot)
      into accounts, currencies, balances, blocked
      from unnest(p_players) with ordinality d(player_id, slot) left join account a using (player_id);
  end if;
  before := balances;

  for i in
    select t.type as t_type, t.status as t_status, t.is_struck as t_struck, t.account as t_account,
           t.processed_ms as t_time,
           t.type = b.type and t.account is not distinct from accounts[b.slot]
             and (t.type = ${rollback} or t.amount = b.amount and t.currency = b.currency)
             and t.game_id = b.game and t.round_id is not distinct from b.round
             and t.reference is not distinct from b.ref as t_same,
           r.type as r_type, r.status as r_status, r.is_struck as r_struck, r.account as r_account,
           r.amount as r_amount,
           s.account as s_account
      from unnest(p_slot, p_id, p_type, p_session, p_amount, p_currency, p_game, p_round, p_ref)
             as b(slot, id, type, session, amount, currency, game, round, ref)
      left join transaction t on t.id = b.id
      left join transaction r on r.id = b.ref
      left join session s on s.id = b.session and s.expires_ms > now_ms
  loop
    k := k + 1;
    kind := p_type[k];
    s := p_slot[k];
    h := holder[p_same[k]];
    answered := now_ms;
    funds := balances[s];

    if i.t_type <> ${tombstone} or h is not null then -- the id is recorded: re-sent, or another transaction's
      if h is not null then
        i.t_same := p_type[h] = kind and p_slot[h] = s
          and (kind = ${rollback} or p_amount[h] = p_amount[k] and p_currency[h] = p_currency[k])
          and p_game[h] = p_game[k] and p_round[h] is not distinct from p_round[k]
          and p_ref[h] is not distinct from p_ref[k];
        i.t_status := o_status[h];
        i.t_struck := new_struck[h];
        i.t_account := accounts[p_slot[h]];
        i.t_time := now_ms;
      end if;
      if not i.t_same then
        answer := ${duplicate_mismatch};
        answered := null;
        if i.t_account is distinct from accounts[s] then
          funds := null;
        end if;
      else
        answer := i.t_status;
        answered := i.t_time;
        if kind = ${debit} and answer <> ${ok} and (i.t_struck or is_struck[p_named[k]]) then
          answer := ${rolled_back};
        end if;
      end if;
    else
      kept := true;
      if kind = ${debit} then
        if i.t_type = ${tombstone} or is_struck[p_named[k]] then
          answer := ${rolled_back};
          new_struck[k] := true;
        elsif i.s_account is null or i.s_account is distinct from accounts[s]
              or currencies[s] <> p_currency[k] then
          answer := ${session_invalid};
        elsif blocked[s] then
          answer := ${player_blocked};
        elsif funds < p_amount[k] then
          answer := ${insufficient_funds};
        else
          answer := ${ok};
          funds := funds - p_amount[k];
          balances[s] := funds;
        end if;
      else
        h := holder[p_target[k]];
        if h is not null then -- what it names came earlier in this batch
          i.r_type := p_type[h];
          i.r_status := o_status[h];
          i.r_struck := new_struck[h];
          i.r_account := accounts[p_slot[h]];
          i.r_amount := p_amount[h];
        end if;
        if kind = ${credit} then
          if accounts[s] is null or currencies[s] <> p_currency[k]
             or p_ref[k] is not null and (i.r_type is distinct from ${debit} or i.r_status <> ${ok} or i.r_struck
                                          or i.r_account <> accounts[s] or is_struck[p_reference[k]]) then
            answer := ${reference_not_found};
            kept := false;
          elsif funds > 9223372036854775807 - p_amount[k] then
            answer := ${limit_exceeded};
            kept := false;
          else
            answer := ${ok};
            funds := funds + p_amount[k];
            balances[s] := funds;
          end if;
        else
          answer := ${ok};
          if i.r_type = ${debit} and i.r_account is distinct from accounts[s] then
            answer := ${duplicate_mismatch};
            answered := null;
            funds := null;
            kept := false;
          elsif i.r_type is null then
            tombstones := tombstones || p_ref[k];
            is_struck[p_reference[k]] := true;
          elsif i.r_type = ${debit} and not i.r_struck and not is_struck[p_reference[k]] then
            is_struck[p_reference[k]] := true;
            if h is not null then
              new_struck[h] := true;
            else
              struck := struck || p_ref[k];
            end if;
            if i.r_status = ${ok} then
              funds := funds + i.r_amount;
              balances[s] := funds;
            end if;
          end if;
        end if;
      end if;
      if kept then
        holder[p_same[k]] := k;
        if i.t_type is null then
          is_new[k] := true;
        else -- the id was a tombstone's: its row is filled
          update transaction set (processed_ms, amount, balance, created_ms, account, type, status, is_struck, currency,
                                  game_id, round_id, reference, session_id)
            = row (now_ms, p_amount[k], funds, p_created_ms[k], accounts[s], kind, answer, new_struck[k], p_currency[k],
                   p_game[k], p_round[k], p_ref[k], p_session[k])
            where id = p_id[k];
        end if;
      end if;
    end if;
    o_status[k] := answer;
    o_balance[k] := funds;
    o_time_ms[k] := answered;
  end loop;

  insert into transaction (processed_ms, amount, balance, created_ms, account, type, status, is_struck, id, currency,
                           game_id, round_id, reference, session_id)
    select now_ms, b.amount, b.balance, b.created_ms, accounts[b.slot], b.type, b.status, b.is_struck, b.id, b.currency,
           b.game, b.round, b.ref, b.session
      from unnest(is_new, p_slot, p_amount, o_balance, p_created_ms, p_type, o_status, new_struck, p_id, p_currency,
                  p_game, p_round, p_ref, p_session)
             as b(is_new, slot, amount, balance, created_ms, type, status, is_struck, id, currency, game, round, ref,
                  session)
      where b.is_new;
  if cardinality(struck) > 0 then
    update transaction set is_struck = true where id = any (struck);
  end if;
  if cardinality(tombstones) > 0 then
    insert into transaction (processed_ms, amount, type, status, is_struck, id)
      select now_ms, 0, ${tombstone}, ${ok}, true, t.id from unnest(tombstones) as t(id)
      on conflict (id) do nothing; -- its debit came behind it in this batch
  end if;
  update account a set balance = b.balance
    from unnest(accounts, balances, before) as b(id, balance, before)
    where a.id = b.id and b.balance <> b.before;
end
$$;
