-- These functions are named by what they refuse: a change of what is published. Their triggers keep calling them. A new database has
-- neither function yet.
do $$
begin
  if to_regprocedure('"usher_refuse_published_pack"()') is not null then
    alter function "usher_refuse_published_pack"() rename to "usher_refuse_published_pack_change";
  end if;
  if to_regprocedure('"usher_refuse_published_price"()') is not null then
    alter function "usher_refuse_published_price"() rename to "usher_refuse_published_price_change";
  end if;
end $$;
