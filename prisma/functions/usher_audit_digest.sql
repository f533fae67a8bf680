-- The digest that a link of the audit chain vouches for (docs/decisions/010). The time is in milliseconds, so that the
-- session's time zone cannot change it.
create or replace function "usher_audit_digest"("entry" "audit_entries") returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    "entry"."salt", "entry"."tenant_id", "entry"."id", "entry"."actor_type", "entry"."actor_id", "entry"."action",
    "entry"."object_type", "entry"."object_id", "entry"."before", "entry"."after", "entry"."request_id",
    (extract(epoch from "entry"."created_at") * 1000)::bigint)::text, 'UTF8'))
$$;
