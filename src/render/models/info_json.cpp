#include <nlohmann/json.hpp>

#include "render/json.hpp"
#include "render/models/info.hpp"

namespace crowfly {
namespace {

Json counts(const Summary& summary) {
    return {{"processes", summary.processes.size()},
            {"locations", summary.locations},
            {"edges", summary.edges},
            {"transitions", summary.transitions()},
            {"internal_transitions", summary.internal},
            {"binary_transitions", summary.binary},
            {"broadcast_transitions", summary.broadcast},
            {"vector_transitions", summary.vector},
            {"variables", summary.variables.size()},
            {"integers", summary.integers},
            {"clocks", summary.clocks.size()},
            {"channels", summary.channel_cells},
            {"state_bits", summary.state_bits}};
}

Json processes(const Summary& summary) {
    Json list = Json::array();
    for (const Summary::Process& process : summary.processes) {
        list.push_back({{"name", process.name},
                        {"template", process.template_name},
                        {"locations", process.locations},
                        {"edges", process.edges}});
    }
    return list;
}

Json variables(const Summary& summary) {
    Json list = Json::array();
    for (const Summary::Variable& variable : summary.variables) {
        list.push_back({{"name", variable.name},
                        {"kind", variable.kind},
                        {"cells", variable.cells},
                        {"least", variable.least},
                        {"greatest", variable.greatest},
                        {"initial", variable.initial},
                        {"meta", variable.meta}});
    }
    return list;
}

Json clocks(const Summary& summary) {
    Json list = Json::array();
    for (const std::string& clock : summary.clocks) list.push_back({{"name", clock}});
    return list;
}

Json channels(const Summary& summary) {
    Json list = Json::array();
    for (const Summary::Channel& channel : summary.channels) {
        list.push_back({{"name", channel.name},
                        {"cells", channel.cells},
                        {"kind", channel.event       ? "event"
                                 : channel.broadcast ? "broadcast"
                                                     : "binary"},
                        {"urgent", channel.urgent}});
    }
    return list;
}

Json options(const std::vector<Info::Option>& stored) {
    Json list = Json::array();
    for (const Info::Option& option : stored) list.push_back({{"key", option.key}, {"value", option.value}});
    return list;
}

Json queries(const Info& info) {
    Json list = Json::array();
    for (const Info::Query& query : info.queries) {
        list.push_back({{"text", query.text},
                        {"kind", query.kind},
                        {"comment", text_or_null(query.comment)},
                        {"expected", query.expected ? Json(*query.expected) : Json(nullptr)},
                        {"options", options(query.options)}});
    }
    return list;
}

}  // namespace

std::string info_json(const Info& info, const Diagnostics& diagnostics, const Sources& sources) {
    const Summary summary = info.summary.value_or(Summary{});
    Json json = document("crowfly-info/1");
    json["file"] = text_or_null(info.file);
    json["format"] = text_or_null(info.format);
    json["dialect"] = text_or_null(info.dialect);
    json["digest"] = text_or_null(info.digest);
    json["counts"] = info.summary ? counts(summary) : Json(nullptr);
    json["features"] = summary.features;
    json["processes"] = processes(summary);
    json["variables"] = variables(summary);
    json["clocks"] = clocks(summary);
    json["channels"] = channels(summary);
    json["queries"] = queries(info);
    json["options"] = options(info.options);
    json["diagnostics"] = diagnostics_json(diagnostics, sources);
    return dump(json);
}

}  // namespace crowfly
