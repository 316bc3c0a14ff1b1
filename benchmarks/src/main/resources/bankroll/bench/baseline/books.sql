-- What the booked transactions moved in all; a struck debit gave back what it took.
select coalesce(sum(case when type = ${credit} then amount when is_struck then 0 else -amount end), 0)::bigint
  from transaction
  where status = ${ok} and type in (${debit}, ${credit})
